"""Commands that are loaded when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """A command with commands in it; ``modules`` says in which module of this package each of them is."""

    def __init__(self, *arguments: Any, modules: Mapping[str, str], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in alphabetical order."""
        return sorted({*self.commands, *self._modules})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, or None."""
        if cmd_name not in self.commands and cmd_name in self._modules:
            there = vars(import_module(f"turnabout_sheets.cli.{self._modules[cmd_name]}")).values()
            self.add_command(next(each for each in there if isinstance(each, click.Command) and each.name == cmd_name))
        return super().get_command(ctx, cmd_name)

    def load_all(self) -> Mapping[str, click.Command]:
        """Return all commands by name."""
        ctx = click.Context(self)
        return {name: command for name in self.list_commands(ctx) if (command := self.get_command(ctx, name))}
