package dev.colonnade.sql.session.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.session.TransactionBlock;
import dev.colonnade.sql.session.TransactionSettingReader;
import dev.colonnade.sql.session.conflict.ConflictRestarts;
import dev.colonnade.sql.setting.SessionSettings;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Access to rows in the transaction block of a session: each call is a statement of the block, with
 * its isolation level, its locks and its restarts after conflicts. One thread.
 */
public final class RowAccess {
  private final SqlSessionContext context;
  private final TransactionBlock block;
  private final SessionSettings settings;

  public RowAccess(SqlSessionContext context, TransactionBlock block, SessionSettings settings) {
    this.context = requireNonNull(context, "context is null");
    this.block = requireNonNull(block, "block is null");
    this.settings = requireNonNull(settings, "settings is null");
  }

  /**
   * Runs a statement that changes or locks rows.
   *
   * @param action what it does, for the refusal of a read-only transaction: "write rows"
   * @param work is repeated after a conflict, without the effects of the attempt before
   */
  public <T extends @Nullable Object> T change(
      String action, Cancellation cancellation, Function<StatementTransaction, T> work) {
    requireActive();
    if (settings.isOn("transaction_read_only")) {
      String hint = context.writeHint();
      throw new ColonnadeException(
          ErrorCode.READ_ONLY_TRANSACTION,
          "cannot %s in a read-only transaction".formatted(action),
          hint == null ? ErrorFields.NONE : ErrorFields.NONE.withHint(hint));
    }
    return restarts(cancellation).begin(block.transaction(), block.renewal(), work);
  }

  /** Begins a statement that reads, whose rows may be read after later statements. */
  public RowQuery query(Cancellation cancellation) {
    requireActive();
    block.transaction().statement(restarts(cancellation).lockWait());
    RowQuery query = new RowQuery(block, block.transaction().pinned());
    block.track(query);
    return query;
  }

  private void requireActive() {
    block.requireNotFailed();
    if (block.isNone()) {
      throw new IllegalStateException("there is no transaction block");
    }
  }

  private ConflictRestarts restarts(Cancellation cancellation) {
    return new ConflictRestarts(
        context, TransactionSettingReader.lockWait(settings, cancellation), cancellation);
  }
}
