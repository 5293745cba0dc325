package dev.colonnade.sql.command;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.command.copy.CopyStatements;
import dev.colonnade.sql.frontend.FrontEnd;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.frontend.text.CommandTag;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.syntax.command.Command;
import dev.colonnade.sql.syntax.command.CopyCommand;
import dev.colonnade.sql.syntax.command.ExplainCommand;
import dev.colonnade.sql.syntax.command.MaintenanceCommand;
import dev.colonnade.sql.syntax.command.SettingCommand;
import dev.colonnade.sql.syntax.command.ShowObjectsCommand;
import dev.colonnade.sql.syntax.definition.TableDefinition;

/** Statements of commands that run in a statement's transaction. Thread-safe. */
public final class CommandStatements {
  private final ObjectLists lists;
  private final MaintenanceStatements maintenance;
  private final CopyStatements copies;
  private final RestoreStatements restores;

  /**
   * Creates the statements of commands.
   *
   * @param frontEnd plans queries in commands
   */
  public CommandStatements(FrontEnd frontEnd) {
    requireNonNull(frontEnd, "frontEnd is null");
    this.lists = new ObjectLists(frontEnd);
    this.maintenance = new MaintenanceStatements();
    this.copies = new CopyStatements(frontEnd);
    this.restores = new RestoreStatements(copies);
  }

  /**
   * Returns the statement of a command.
   *
   * @throws ColonnadeException with PostgreSQL's error and the position in the whole text
   */
  public PreparedStatement prepare(StatementText text, Command command, PlanContext context) {
    return switch (command) {
      case SettingCommand setting -> SettingStatements.prepare(setting);
      case CopyCommand copy -> copies.prepare(copy, context);
      case MaintenanceCommand.Restore restore -> restores.prepare(restore, context);
      case MaintenanceCommand.RestoreDatabase restore ->
          RestoreStatements.prepare(restore, context);
      case MaintenanceCommand node -> maintenance.prepare(node, context);
      case ShowObjectsCommand show -> lists.prepare(show, context);
      case ExplainCommand explain -> throw unsupported(explain);
      default -> throw new IllegalStateException("command of the session: " + command.getClass());
    };
  }

  private static ColonnadeException unsupported(ExplainCommand explain) {
    String command =
        explain.statement() instanceof TableDefinition.CreateTableAs
            ? "EXPLAIN ANALYZE of CREATE TABLE AS"
            : "EXPLAIN of " + CommandTag.of(explain.statement());
    return new ColonnadeException(ErrorCode.UNSUPPORTED, command + " is not supported");
  }
}
