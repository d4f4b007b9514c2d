@echo off
title Turnabout $version
if not exist "%~dp0app\python.exe" goto packed
"%~dp0app\python.exe" -m turnabout_sheets start %*
exit /b %errorlevel%

:packed
echo Turnabout cannot start from inside of the zip file. Close this window, right-click the zip file,
echo choose "Extract All...", and double-click Turnabout in the folder that appears.
pause
exit /b 1
