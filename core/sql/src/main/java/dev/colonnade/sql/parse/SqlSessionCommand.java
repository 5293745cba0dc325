package dev.colonnade.sql.parse;

import static java.util.Objects.requireNonNull;

import org.apache.calcite.sql.parser.SqlParserPos;

/** A statement about the session itself: transactions, prepared statements. */
public final class SqlSessionCommand extends SqlStatement {
  private final SessionCommand command;

  public SqlSessionCommand(SqlParserPos pos, SessionCommand command) {
    super(requireNonNull(command, "command is null").tag(), pos);
    this.command = command;
  }

  public SessionCommand command() {
    return command;
  }
}
