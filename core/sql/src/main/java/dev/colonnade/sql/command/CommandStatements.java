package dev.colonnade.sql.command;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.frontend.FrontEnd;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.syntax.command.Command;
import dev.colonnade.sql.syntax.command.CopyCommand;
import dev.colonnade.sql.syntax.command.MaintenanceCommand;
import dev.colonnade.sql.syntax.command.SettingCommand;
import dev.colonnade.sql.syntax.command.ShowObjectsCommand;

/** Statements of commands that run in a statement's transaction. Thread-safe. */
public final class CommandStatements {
  private final FrontEnd frontEnd;

  /**
   * Creates the statements of commands.
   *
   * @param frontEnd plans queries in commands
   */
  public CommandStatements(FrontEnd frontEnd) {
    this.frontEnd = requireNonNull(frontEnd, "frontEnd is null");
  }

  /** Returns whether a command is made from the syntax tree. To be removed: all are. */
  public static boolean isPorted(Command command) {
    return switch (command) {
      case SettingCommand _ -> false;
      case CopyCommand _ -> false;
      case MaintenanceCommand _ -> false;
      case ShowObjectsCommand _ -> false;
      default -> false;
    };
  }

  /**
   * Returns the statement of a command.
   *
   * @throws ColonnadeException with PostgreSQL's error and the position in the whole text
   */
  public PreparedStatement prepare(StatementText text, Command command, PlanContext context) {
    throw new IllegalStateException("not ported: " + command.getClass());
  }
}
