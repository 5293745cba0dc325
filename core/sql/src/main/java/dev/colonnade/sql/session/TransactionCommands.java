package dev.colonnade.sql.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.function.value.SnapshotIdentifier;
import dev.colonnade.sql.parse.SessionCommand;
import dev.colonnade.sql.parse.TransactionModes;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlNotice;
import dev.colonnade.sql.setting.SessionSettings;

/**
 * Commands that begin and end transactions or set their characteristics, and SET CONSTRAINTS. One
 * thread.
 */
final class TransactionCommands {
  private final SessionComponents components;
  private final TransactionControl control;

  TransactionCommands(SessionComponents components, TransactionControl control) {
    this.components = requireNonNull(components, "components is null");
    this.control = requireNonNull(control, "control is null");
  }

  /** Runs BEGIN. */
  void begin(SqlText text, TransactionModes modes) {
    if (components.block().isExplicit()) {
      components
          .notices()
          .add(
              SqlNotice.warning(
                  ErrorCode.ACTIVE_TRANSACTION, "there is already a transaction in progress"));
    } else {
      components.block().beginExplicit();
    }
    apply(text, modes);
  }

  /** Runs SET TRANSACTION. */
  void setTransaction(SqlText text, TransactionModes modes) {
    if (!components.block().isExplicit()) {
      components
          .notices()
          .add(
              SqlNotice.warning(
                  ErrorCode.NO_ACTIVE_TRANSACTION,
                  "SET TRANSACTION can only be used in transaction blocks"));
      return;
    }
    apply(text, modes);
  }

  /** Runs SET TRANSACTION SNAPSHOT. */
  void importSnapshot(String name, boolean isInDo) {
    TransactionBlock block = components.block();
    requireNotBegun(block.hasBegun(), "SET TRANSACTION SNAPSHOT must be called before any query");
    String isolation = components.settings().show("transaction_isolation");
    if (!isolation.equals("repeatable read") && !isolation.equals("serializable")) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "a snapshot-importing transaction must have isolation level SERIALIZABLE or REPEATABLE"
              + " READ");
    }
    requireBlock("SET TRANSACTION SNAPSHOT", isInDo);
    block.readAt(SnapshotIdentifier.timestamp(name));
  }

  private void apply(SqlText text, TransactionModes modes) {
    SessionSettings settings = components.settings();
    boolean hasBegun = components.block().hasBegun();
    String isolation = modes.isolation();
    if (isolation != null && !isolation.equals(settings.show("transaction_isolation"))) {
      requireNotBegun(hasBegun, "SET TRANSACTION ISOLATION LEVEL must be called before any query");
      settings.setLocal("transaction_isolation", isolation);
    }
    Boolean readOnly = modes.readOnly();
    if (readOnly != null) {
      boolean toWrite = !readOnly && settings.isOn("transaction_read_only");
      requireNotBegun(
          hasBegun && toWrite, "transaction read-write mode must be set before any query");
      settings.setLocal("transaction_read_only", readOnly ? "on" : "off");
    }
    if (modes.deferrable() != null) {
      settings.setLocal("transaction_deferrable", modes.deferrable() ? "on" : "off");
    }
    if (text.systemTime() != null) {
      requireNotBegun(hasBegun, "AS OF SYSTEM TIME must be called before any query");
      components
          .block()
          .readAt(SystemTime.resolve(text.systemTime(), components.context().epochNanos()));
    }
  }

  /** Runs SET CONSTRAINTS. */
  void setConstraints(SessionCommand.SetConstraints set, Cancellation cancellation) {
    TransactionBlock block = components.block();
    if (!block.isExplicit()) {
      components
          .notices()
          .add(
              SqlNotice.warning(
                  ErrorCode.NO_ACTIVE_TRANSACTION,
                  "SET CONSTRAINTS can only be used in transaction blocks"));
    }
    if (!block.isNone()) {
      LockWaitPolicy wait = TransactionSettingReader.lockWait(components.settings(), cancellation);
      StatementTransaction transaction = block.transaction().statement(wait);
      transaction.setConstraints(
          DeferrableConstraints.find(set.names(), set.deferred(), transaction.names()),
          set.deferred());
    }
  }

  private static void requireNotBegun(boolean violated, String message) {
    if (violated) {
      throw new ColonnadeException(ErrorCode.ACTIVE_TRANSACTION, message);
    }
  }

  /** Runs SET SESSION CHARACTERISTICS. */
  void setDefaults(TransactionModes modes) {
    SessionSettings settings = components.settings();
    if (modes.isolation() != null) {
      settings.set("default_transaction_isolation", modes.isolation());
    }
    if (modes.readOnly() != null) {
      settings.set("default_transaction_read_only", modes.readOnly() ? "on" : "off");
    }
    if (modes.deferrable() != null) {
      settings.set("default_transaction_deferrable", modes.deferrable() ? "on" : "off");
    }
  }

  /** Runs COMMIT or ROLLBACK; returns the tag of the effect. */
  String end(boolean commit, boolean chain) {
    TransactionBlock block = components.block();
    if (!block.isExplicit()) {
      if (chain) {
        throw noBlock((commit ? "COMMIT" : "ROLLBACK") + " AND CHAIN");
      }
      components
          .notices()
          .add(
              SqlNotice.warning(
                  ErrorCode.NO_ACTIVE_TRANSACTION, "there is no transaction in progress"));
    }
    SessionSettings settings = components.settings();
    TransactionModes modes =
        new TransactionModes(
            settings.show("transaction_isolation"), settings.isOn("transaction_read_only"), null);
    boolean committed = commit;
    if (!block.isNone()) {
      if (commit) {
        committed = control.commit();
      } else {
        control.rollback();
      }
    }
    if (chain) {
      block.beginExplicit();
      settings.setLocal("transaction_isolation", String.valueOf(modes.isolation()));
      settings.setLocal(
          "transaction_read_only", Boolean.TRUE.equals(modes.readOnly()) ? "on" : "off");
    }
    return committed ? "COMMIT" : "ROLLBACK";
  }

  /**
   * Throws NO_ACTIVE_TRANSACTION outside of a transaction block.
   *
   * @param isInDo whether the command runs in a DO block, which is a transaction block too
   */
  void requireBlock(String command, boolean isInDo) {
    if (!components.block().isExplicit() && !isInDo) {
      throw noBlock(command);
    }
  }

  /** Returns the error of a command that requires a transaction block. */
  static ColonnadeException noBlock(String command) {
    return new ColonnadeException(
        ErrorCode.NO_ACTIVE_TRANSACTION, command + " can only be used in transaction blocks");
  }
}
