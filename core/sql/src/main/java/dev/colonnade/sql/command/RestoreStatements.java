package dev.colonnade.sql.command;

import static java.util.Objects.requireNonNull;

import dev.colonnade.archive.ArchiveRestore;
import dev.colonnade.archive.restore.RestoreSource;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.backup.Backups;
import dev.colonnade.sql.command.copy.CopyStatements;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.function.datetime.DateTimeInput;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.command.CopyCommand;
import dev.colonnade.sql.syntax.command.MaintenanceCommand;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statements of RESTORE: of tables and databases; a store as a whole is restored by a program. */
final class RestoreStatements {
  private static final long NANOS_PER_MICROSECOND = 1000;

  private final CopyStatements copies;

  RestoreStatements(CopyStatements copies) {
    this.copies = requireNonNull(copies, "copies is null");
  }

  /** Returns the statement; throws UNSUPPORTED unless it restores a table. */
  PreparedStatement prepare(MaintenanceCommand.Restore node, PlanContext context) {
    StatementTransaction transaction = context.transaction();
    RestoreStatement.requireSuperuser(transaction);
    QualifiedName name = node.table();
    if (name == null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "RESTORE of all databases is not possible while the server uses its store",
          ErrorFields.NONE.withHint(
              "Restore into a new folder: ./colonnade restore --from %s --store FOLDER. RESTORE"
                      .formatted(node.folder())
                  + " DATABASE and RESTORE TABLE restore one database or table here."));
    }
    PreparedStatement inserts =
        copies.prepare(
            new CopyCommand(
                new CopyCommand.Subject(name, node.columns(), null),
                true,
                new CopyCommand.Place(false, null),
                false,
                List.of(),
                null,
                node.position()),
            context);
    CopyDescription target = requireNonNull(inserts.copy(), "not a COPY");
    Table table = transaction.names().catalog().table(target.tableId());
    return new RestoreStatement(inserts, table, source(node, table, target, transaction));
  }

  /** Returns the statement that restores a database. */
  static PreparedStatement prepare(MaintenanceCommand.RestoreDatabase node, PlanContext context) {
    RestoreStatement.requireSuperuser(context.transaction());
    @Nullable Integer number = null;
    @Nullable Path archive = null;
    for (Option option : node.options()) {
      switch (option.name()) {
        case "number" -> number = number(option);
        case "archive" -> archive = folder(text(option));
        default -> throw unrecognized(option);
      }
    }
    if (node.time() != null && archive == null) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "AT requires the option archive",
          ErrorFields.NONE.withHint("RESTORE DATABASE ... AT '...' (archive '/folder')"));
    }
    return new RestoreDatabaseStatement(
        new RestoreSource(folder(node.folder()), number, archive, targetNanos(node.time())),
        node.name(),
        node.newName());
  }

  private static long targetNanos(@Nullable String time) {
    return time == null
        ? ArchiveRestore.LATEST
        : Math.multiplyExact(
            NANOS_PER_MICROSECOND, DateTimeInput.timestamptz(InputContext.DEFAULT, time));
  }

  private static Backups.Source source(
      MaintenanceCommand.Restore node,
      Table table,
      CopyDescription target,
      StatementTransaction transaction) {
    @Nullable Integer number = null;
    String database = transaction.names().database().name();
    String schema =
        requireNonNull(transaction.names().catalog().findSchema(table.schemaId()), "no schema")
            .name();
    String name = table.name();
    for (Option option : node.options()) {
      switch (option.name()) {
        case "number" -> number = number(option);
        case "source_database" -> database = text(option);
        case "source_schema" -> schema = text(option);
        case "source_table" -> name = text(option);
        default -> throw unrecognized(option);
      }
    }
    return new Backups.Source(
        folder(node.folder()), number, database, schema, name, target.columnNames());
  }

  private static ColonnadeException unrecognized(Option option) {
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR, "unrecognized RESTORE option \"%s\"".formatted(option.name()));
  }

  private static Path folder(String text) {
    try {
      Path path = Path.of(text);
      if (path.isAbsolute()) {
        return path;
      }
    } catch (InvalidPathException _) {
      throw invalid("not a folder \"%s\"".formatted(text));
    }
    throw invalid("relative path not allowed for RESTORE \"%s\"".formatted(text));
  }

  private static String text(Option option) {
    String value = option.value();
    if (value == null || value.isEmpty()) {
      throw invalid("%s requires a name".formatted(option.name()));
    }
    return value;
  }

  private static int number(Option option) {
    try {
      int number = option.value() == null ? 0 : Integer.parseInt(option.value());
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException _) {
      throw invalid("number requires a number");
    }
    throw invalid("number requires a number from 1 to %d".formatted(Integer.MAX_VALUE));
  }

  private static ColonnadeException invalid(String message) {
    return new ColonnadeException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
