package dev.colonnade.sql.frontend.text;

import dev.colonnade.sql.syntax.Statement;
import dev.colonnade.sql.syntax.command.Command;
import dev.colonnade.sql.syntax.command.CopyCommand;
import dev.colonnade.sql.syntax.command.CursorCommand;
import dev.colonnade.sql.syntax.command.ExplainCommand;
import dev.colonnade.sql.syntax.command.MaintenanceCommand;
import dev.colonnade.sql.syntax.command.PreparedCommand;
import dev.colonnade.sql.syntax.command.SessionCommand;
import dev.colonnade.sql.syntax.command.SettingCommand;
import dev.colonnade.sql.syntax.command.ShowObjectsCommand;
import dev.colonnade.sql.syntax.command.TransactionCommand;
import dev.colonnade.sql.syntax.definition.AlterTable;
import dev.colonnade.sql.syntax.definition.Definition;
import dev.colonnade.sql.syntax.definition.IndexDefinition;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import dev.colonnade.sql.syntax.definition.PrivilegeDefinition;
import dev.colonnade.sql.syntax.definition.RoleDefinition;
import dev.colonnade.sql.syntax.definition.SchemaDefinition;
import dev.colonnade.sql.syntax.definition.SequenceDefinition;
import dev.colonnade.sql.syntax.definition.TableDefinition;
import dev.colonnade.sql.syntax.definition.TypeDefinition;
import dev.colonnade.sql.syntax.definition.UnsupportedDefinition;
import dev.colonnade.sql.syntax.definition.ViewDefinition;
import dev.colonnade.sql.syntax.query.Change;
import java.util.Locale;

/** Names of statements in command tags and messages, as PostgreSQL has them. */
public final class CommandTag {
  private CommandTag() {}

  /** Returns the name of a statement. */
  public static String of(Statement statement) {
    return switch (statement) {
      case Change.Insert _ -> "INSERT";
      case Change.Update _ -> "UPDATE";
      case Change.Delete _ -> "DELETE";
      case Change.Merge _ -> "MERGE";
      case Command command -> of(command);
      case Definition definition -> of(definition);
      default -> "SELECT";
    };
  }

  private static String of(Command command) {
    return switch (command) {
      case TransactionCommand transaction -> of(transaction);
      case CursorCommand.Declare _ -> "DECLARE CURSOR";
      case CursorCommand.Fetch fetch -> fetch.move() ? "MOVE" : "FETCH";
      case CursorCommand.Close close -> close.name() == null ? "CLOSE CURSOR ALL" : "CLOSE CURSOR";
      case PreparedCommand.Prepare _ -> "PREPARE";
      case PreparedCommand.Execute _ -> "EXECUTE";
      case PreparedCommand.ExplainExecute _ -> "EXPLAIN";
      case PreparedCommand.Deallocate deallocate ->
          deallocate.name() == null ? "DEALLOCATE ALL" : "DEALLOCATE";
      case SettingCommand.Set _ -> "SET";
      case SettingCommand.Reset _ -> "RESET";
      case SettingCommand.Show _, ShowObjectsCommand _ -> "SHOW";
      case CopyCommand _ -> "COPY";
      case ExplainCommand _ -> "EXPLAIN";
      case MaintenanceCommand.Reindex _ -> "REINDEX";
      case MaintenanceCommand maintenance ->
          maintenance.getClass().getSimpleName().toUpperCase(Locale.ROOT);
      case SessionCommand.Discard discard -> discardTag(discard.target());
      case SessionCommand.CallProcedure _ -> "CALL";
      case SessionCommand session -> session.getClass().getSimpleName().toUpperCase(Locale.ROOT);
    };
  }

  private static String discardTag(String target) {
    return "DISCARD " + (target.startsWith("TEMP") ? "TEMP" : target);
  }

  private static String of(TransactionCommand command) {
    return switch (command) {
      case TransactionCommand.Begin begin -> begin.start() ? "START TRANSACTION" : "BEGIN";
      case TransactionCommand.Commit _ -> "COMMIT";
      case TransactionCommand.Rollback _, TransactionCommand.RollbackTo _ -> "ROLLBACK";
      case TransactionCommand.Savepoint _ -> "SAVEPOINT";
      case TransactionCommand.Release _ -> "RELEASE";
      case TransactionCommand.TwoPhase step -> step.keywords();
      case TransactionCommand.SetTransaction _, TransactionCommand.SetSnapshot _ -> "SET";
      case TransactionCommand.SetConstraints _ -> "SET CONSTRAINTS";
      case TransactionCommand.Lock _ -> "LOCK TABLE";
    };
  }

  private static String of(Definition definition) {
    return switch (definition) {
      case TableDefinition.CreateTable _ -> "CREATE TABLE";
      case TableDefinition.CreateTableAs as -> as.withData() ? "SELECT" : "CREATE TABLE AS";
      case AlterTable alter -> "ALTER " + alter.kind().keywords();
      case IndexDefinition.CreateIndex _ -> "CREATE INDEX";
      case SequenceDefinition.CreateSequence _ -> "CREATE SEQUENCE";
      case SequenceDefinition.AlterSequence _ -> "ALTER SEQUENCE";
      case ViewDefinition.CreateView _ -> "CREATE VIEW";
      case ViewDefinition.CreateMaterializedView _ -> "CREATE MATERIALIZED VIEW";
      case ViewDefinition.RefreshMaterializedView _ -> "REFRESH MATERIALIZED VIEW";
      case SchemaDefinition.CreateSchema _ -> "CREATE SCHEMA";
      case SchemaDefinition.CreateDatabase _ -> "CREATE DATABASE";
      case SchemaDefinition.AlterDatabase _, SchemaDefinition.AlterDatabaseSetting _ ->
          "ALTER DATABASE";
      case SchemaDefinition.DropDatabase _ -> "DROP DATABASE";
      case TypeDefinition type -> of(type);
      case RoleDefinition role -> of(role);
      case ObjectDefinition object -> of(object);
      case PrivilegeDefinition.Grant grant -> grant.mode().grant() ? "GRANT" : "REVOKE";
      case PrivilegeDefinition.GrantRole grant ->
          grant.mode().grant() ? "GRANT ROLE" : "REVOKE ROLE";
      case PrivilegeDefinition.DefaultPrivileges _ -> "ALTER DEFAULT PRIVILEGES";
      case PrivilegeDefinition.CreatePolicy _ -> "CREATE POLICY";
      case PrivilegeDefinition.AlterPolicy _ -> "ALTER POLICY";
      case UnsupportedDefinition unsupported -> unsupported.name();
    };
  }

  private static String of(TypeDefinition definition) {
    return switch (definition) {
      case TypeDefinition.CreateDomain _ -> "CREATE DOMAIN";
      case TypeDefinition.AlterDomain _ -> "ALTER DOMAIN";
      case TypeDefinition.CreateEnum _,
          TypeDefinition.CreateComposite _,
          TypeDefinition.CreateRange _ ->
          "CREATE TYPE";
      case TypeDefinition.AddLabel _,
          TypeDefinition.RenameLabel _,
          TypeDefinition.AlterComposite _ ->
          "ALTER TYPE";
    };
  }

  private static String of(RoleDefinition definition) {
    return switch (definition) {
      case RoleDefinition.CreateRole _ -> "CREATE ROLE";
      case RoleDefinition.AlterRole _,
          RoleDefinition.AlterGroup _,
          RoleDefinition.AlterRoleSetting _ ->
          "ALTER ROLE";
      case RoleDefinition.DropRole _ -> "DROP ROLE";
      case RoleDefinition.DropOwned _ -> "DROP OWNED";
      case RoleDefinition.ReassignOwned _ -> "REASSIGN OWNED";
    };
  }

  private static String of(ObjectDefinition definition) {
    return switch (definition) {
      case ObjectDefinition.Drop drop -> "DROP " + drop.objects().getFirst().kind().keywords();
      case ObjectDefinition.Rename rename -> alter(rename.object());
      case ObjectDefinition.SetSchema set -> alter(set.object());
      case ObjectDefinition.SetOwner set -> alter(set.object());
      case ObjectDefinition.Comment _ -> "COMMENT";
      case ObjectDefinition.SecurityLabel _ -> "SECURITY LABEL";
      case ObjectDefinition.CreateExtension _ -> "CREATE EXTENSION";
      case ObjectDefinition.Truncate _ -> "TRUNCATE TABLE";
    };
  }

  private static String alter(ObjectDefinition.ObjectName object) {
    ObjectKind kind = object.kind();
    return "ALTER " + (kind == ObjectKind.DOMAIN_CONSTRAINT ? "DOMAIN" : kind.keywords());
  }
}
