; The installer for Windows, for one user, without an administrator; tools/make_dist.py gives it
; VERSION, FOLDER (what is installed), SIZE_KB and SETUP (the file to be made).
; Switches: /S asks nothing, /D=FOLDER (the last one, without quotation marks) installs elsewhere.
Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
SetDateSave off           ; times of files would differ from one checkout to the next
AllowSkipFiles off        ; a program without one of its files is none
ManifestDPIAware true
RequestExecutionLevel user

!include LogicLib.nsh
!include FileFunc.nsh
!include MUI2.nsh
!include WinVer.nsh

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Turnabout"
!define CLASSES "Software\Classes\SystemFileAssociations"
!define START "-m turnabout_sheets start"

Name "Turnabout ${VERSION}"
OutFile "${SETUP}"
InstallDir "$LOCALAPPDATA\Programs\Turnabout"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
BrandingText "Turnabout ${VERSION}"

VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Turnabout"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Runs events from one Excel workbook"
VIAddVersionKey LegalCopyright "MIT License"

!define MUI_ICON "${__FILEDIR__}/turnabout.ico"
!define MUI_UNICON "${__FILEDIR__}/turnabout.ico"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${__FILEDIR__}/setup.bmp"
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE CheckFolder
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\app\python.exe"
!define MUI_FINISHPAGE_RUN_PARAMETERS "${START}"
!define MUI_FINISHPAGE_RUN_TEXT "Start Turnabout"
!insertmacro MUI_PAGE_FINISH
!define MUI_UNCONFIRMPAGE_TEXT_TOP "Turnabout is removed from this computer. Your workbooks, their pages and archives stay where they are."
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English

Var Older                 ; the folder of the version that is installed, or nothing
Var Begun                 ; "yes" once something was written

!macro Refuse SENTENCE
  MessageBox MB_OK|MB_ICONSTOP "${SENTENCE}" /SD IDOK
  SetErrorLevel 2
  Abort
!macroend

; Windows lets nobody write to a program that runs.
!macro WaitUntilClosed FOLDER
  ${Do}
    ClearErrors
    ${If} ${FileExists} "${FOLDER}\app\python.exe"
      FileOpen $0 "${FOLDER}\app\python.exe" a
      FileClose $0
    ${EndIf}
    ${IfNot} ${Errors}
      ${ExitDo}
    ${EndIf}
    ${If} ${Silent}
    ${OrIf} ${Cmd} `MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Turnabout is running. Close its windows, then choose Retry." IDCANCEL`
      !insertmacro Refuse "Nothing was changed, because Turnabout is running: close its windows and try again."
    ${EndIf}
  ${Loop}
!macroend

!macro AddVerb SUFFIX NAME WORDS OPTION
  WriteRegStr HKCU "${CLASSES}\${SUFFIX}\shell\Turnabout.${NAME}" "MUIVerb" "${WORDS}"
  WriteRegStr HKCU "${CLASSES}\${SUFFIX}\shell\Turnabout.${NAME}" "Icon" "$INSTDIR\Uninstall.exe,0"
  WriteRegStr HKCU "${CLASSES}\${SUFFIX}\shell\Turnabout.${NAME}\command" "" '"$INSTDIR\app\python.exe" ${START}${OPTION} "%1"'
!macroend

!macro AddVerbs SUFFIX
  !insertmacro AddVerb ${SUFFIX} "Pair" "Pair the next round" ""
  !insertmacro AddVerb ${SUFFIX} "Desk" "Open the desk" " --desk"
  !insertmacro AddVerb ${SUFFIX} "Print" "Print slips" " --print"
!macroend

!macro RemoveVerbs SUFFIX
  DeleteRegKey HKCU "${CLASSES}\${SUFFIX}\shell\Turnabout.Pair"
  DeleteRegKey HKCU "${CLASSES}\${SUFFIX}\shell\Turnabout.Desk"
  DeleteRegKey HKCU "${CLASSES}\${SUFFIX}\shell\Turnabout.Print"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${SUFFIX}\shell"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${SUFFIX}"
!macroend

!macro AddShortcut FOLDER
  CreateShortcut "${FOLDER}\Turnabout.lnk" "$INSTDIR\app\python.exe" "${START}" "$INSTDIR\Uninstall.exe" 0
!macroend

; Explorer keeps in mind which entries files have.
!macro TellExplorer
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

Function .onInit
  ${IfNot} ${AtLeastWin10}
    !insertmacro Refuse "Turnabout needs Windows 10 or newer."
  ${EndIf}
FunctionEnd

; Other people's files are never overwritten, or removed with ours.
Function CheckFolder
  ReadRegStr $Older HKCU "${UNINSTALL}" "InstallLocation"
  ${If} $INSTDIR != $Older
    ${If} ${FileExists} "$INSTDIR\app\*.*"
    ${OrIf} ${FileExists} "$INSTDIR\README.txt"
      !insertmacro Refuse "$INSTDIR is used by something else already. Choose a new folder."
    ${EndIf}
  ${EndIf}
FunctionEnd

Function RemoveOlder
  ${If} $Older == ""
  ${OrIfNot} ${FileExists} "$Older\Uninstall.exe"
    Return
  ${EndIf}
  !insertmacro WaitUntilClosed $Older
  StrCpy $Begun "yes"
  ExecWait '"$Older\Uninstall.exe" /S /UPDATE _?=$Older' $0
  ${If} $0 != 0
    !insertmacro Refuse "The older version in $Older could not be removed: uninstall it first."
  ${EndIf}
  Delete "$Older\Uninstall.exe"
  RMDir "$Older"
FunctionEnd

Section
  Call CheckFolder
  Call RemoveOlder
  StrCpy $Begun "yes"

  ; What removes it is there first: whatever comes in between, it can be removed.
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "$(^Name)"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\Uninstall.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "turnabout-sheets"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\Uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${SIZE_KB}
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1

  File /r "${FOLDER}/*"

  SetOutPath "$PROFILE"   ; in which the shortcuts start
  !insertmacro AddShortcut "$DESKTOP"
  !insertmacro AddShortcut "$SMPROGRAMS"
  !insertmacro AddShortcut "$SENDTO"
  !insertmacro AddVerbs ".xlsx"
  !insertmacro AddVerbs ".xlsm"
  !insertmacro TellExplorer
SectionEnd

; An install is whole, or it is none.
Function .onInstFailed
  ${If} $Begun == "yes"
    ExecWait '"$INSTDIR\Uninstall.exe" /S _?=$INSTDIR'
    Delete "$INSTDIR\Uninstall.exe"
    RMDir "$INSTDIR"
  ${EndIf}
FunctionEnd

Function un.onInit
  !insertmacro WaitUntilClosed $INSTDIR
FunctionEnd

Section Uninstall
  Delete "$DESKTOP\Turnabout.lnk"
  Delete "$SMPROGRAMS\Turnabout.lnk"
  Delete "$SENDTO\Turnabout.lnk"
  !insertmacro RemoveVerbs ".xlsx"
  !insertmacro RemoveVerbs ".xlsm"
  DeleteRegKey /ifempty HKCU "${CLASSES}"
  !insertmacro TellExplorer

  RMDir /r "$INSTDIR\app"
  Delete "$INSTDIR\Turnabout.cmd"
  Delete "$INSTDIR\README.txt"
  Delete "$INSTDIR\LICENSE.txt"

  ; What the program keeps to save time; a newer version goes on with it.
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/UPDATE" $1
  ${If} ${Errors}
    RMDir /r "$LOCALAPPDATA\turnabout\Cache"
    RMDir "$LOCALAPPDATA\turnabout"
  ${EndIf}

  DeleteRegKey HKCU "${UNINSTALL}"
  SetOutPath "$TEMP"      ; the folder that a program is in cannot be removed
  Delete "$INSTDIR\Uninstall.exe"
  RMDir "$INSTDIR"
  RMDir "$LOCALAPPDATA\Programs"  ; if it is empty
SectionEnd
