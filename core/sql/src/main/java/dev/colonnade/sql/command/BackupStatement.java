package dev.colonnade.sql.command;

import dev.colonnade.backup.BackupOptions;
import dev.colonnade.backup.BackupReport;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.command.MaintenanceCommand;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * BACKUP TO a folder of the server's machine: {@code BACKUP TO '/backups' (rate 50000000, keep 7)}.
 * Returns one row that describes the backup.
 */
final class BackupStatement implements PreparedStatement {
  private static final SqlType INT8 = SqlType.of(TypeKind.BIGINT);
  private static final List<SqlColumn> COLUMNS =
      List.of(
          new SqlColumn("number", INT8),
          new SqlColumn("files", INT8),
          new SqlColumn("bytes", INT8),
          new SqlColumn("copied_files", INT8),
          new SqlColumn("copied_bytes", INT8));

  private final Path folder;
  private final BackupOptions options;

  BackupStatement(MaintenanceCommand.Backup node) {
    folder = folder(node.folder());
    options = options(node.options());
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
    throw invalid("relative path not allowed for BACKUP \"%s\"".formatted(text));
  }

  private static BackupOptions options(List<Option> options) {
    long rate = 0;
    long keep = 0;
    for (Option option : options) {
      switch (option.name()) {
        case "rate" -> rate = number(option, Long.MAX_VALUE);
        case "keep" -> keep = number(option, Integer.MAX_VALUE);
        default ->
            throw new ColonnadeException(
                ErrorCode.SYNTAX_ERROR,
                "unrecognized BACKUP option \"%s\"".formatted(option.name()));
      }
    }
    return new BackupOptions(rate, (int) keep);
  }

  private static long number(Option option, long max) {
    String value = option.value();
    try {
      long number = value == null ? 0 : Long.parseLong(value);
      if (number >= 1 && number <= max) {
        return number;
      }
    } catch (NumberFormatException _) {
      throw invalid("%s requires a number".formatted(option.name()));
    }
    throw invalid("%s requires a number from 1 to %d".formatted(option.name(), max));
  }

  private static ColonnadeException invalid(String message) {
    return new ColonnadeException(ErrorCode.INVALID_ARGUMENT, message);
  }

  @Override
  public List<SqlColumn> columns() {
    return COLUMNS;
  }

  @Override
  public StatementResult run(Execution execution) {
    TransactionBlocks.refuse(execution, "BACKUP");
    if (!execution.transaction().names().privileges().isSuperuser()) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE, "must be superuser to write a backup");
    }
    BackupReport report =
        execution
            .transaction()
            .session()
            .progress()
            .call(
                () ->
                    execution
                        .transaction()
                        .backups()
                        .write(folder, options, execution.cancellation()::check));
    List<@Nullable Object[]> rows = new ArrayList<>();
    rows.add(
        new Object[] {
          (long) report.manifest().number(),
          (long) report.manifest().fileCount(),
          report.manifest().byteCount(),
          (long) report.copiedFileCount(),
          report.copiedByteCount()
        });
    return StatementResult.rows("BACKUP", COLUMNS, rows);
  }
}
