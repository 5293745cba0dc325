package dev.colonnade.sql.command;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.statement.Execution;

/** Check of commands that are a transaction by themselves. */
final class TransactionBlocks {
  private TransactionBlocks() {}

  /** Throws ACTIVE_TRANSACTION if an execution is in a transaction block. */
  static void refuse(Execution execution, String command) {
    if (execution.transaction().isInBlock()) {
      throw new ColonnadeException(
          ErrorCode.ACTIVE_TRANSACTION, command + " cannot run inside a transaction block");
    }
  }
}
