package dev.colonnade.sql.syntax.command;

import dev.colonnade.sql.syntax.Statement;

/** Command: a statement that neither reads rows nor defines objects. */
public sealed interface Command extends Statement
    permits SessionControl,
        SettingCommand,
        ShowObjectsCommand,
        CopyCommand,
        ExplainCommand,
        MaintenanceCommand {
  /** Returns the offset of the command. */
  int position();
}
