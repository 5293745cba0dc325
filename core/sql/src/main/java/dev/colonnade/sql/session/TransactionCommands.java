package dev.colonnade.sql.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.value.SnapshotIdentifier;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlNotice;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.syntax.command.TransactionCommand;
import dev.colonnade.sql.syntax.command.TransactionCommand.Mode;
import dev.colonnade.sql.syntax.command.TransactionCommand.ModeKind;
import java.util.List;

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
  void begin(SqlText text, List<Mode> modes) {
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
  void setTransaction(SqlText text, List<Mode> modes) {
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

  private void apply(SqlText text, List<Mode> modes) {
    modes.forEach(mode -> apply(mode.kind()));
    if (text.systemTime() != null) {
      requireNotBegun(
          components.block().hasBegun(), "AS OF SYSTEM TIME must be called before any query");
      components
          .block()
          .readAt(SystemTime.resolve(text.systemTime(), components.context().epochNanos()));
    }
  }

  private void apply(ModeKind mode) {
    SessionSettings settings = components.settings();
    boolean hasBegun = components.block().hasBegun();
    boolean isNested = components.block().hasSavepoint();
    String value = valueOf(mode);
    switch (mode) {
      case READ_UNCOMMITTED, READ_COMMITTED, REPEATABLE_READ, SERIALIZABLE -> {
        if (!value.equals(settings.show("transaction_isolation"))) {
          requireNotBegun(
              isNested, "SET TRANSACTION ISOLATION LEVEL must not be called in a subtransaction");
          requireNotBegun(
              hasBegun, "SET TRANSACTION ISOLATION LEVEL must be called before any query");
          settings.setLocal("transaction_isolation", value);
        }
      }
      case READ_ONLY, READ_WRITE -> {
        boolean toWrite = mode == ModeKind.READ_WRITE && settings.isOn("transaction_read_only");
        requireNotBegun(
            isNested && toWrite,
            "cannot set transaction read-write mode inside a read-only transaction");
        requireNotBegun(
            hasBegun && toWrite, "transaction read-write mode must be set before any query");
        if (toWrite && settings.isStandby()) {
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED, "cannot set transaction read-write mode during recovery");
        }
        settings.setLocal("transaction_read_only", value);
      }
      case DEFERRABLE, NOT_DEFERRABLE -> {
        requireNotBegun(
            isNested, "SET TRANSACTION [NOT] DEFERRABLE cannot be called within a subtransaction");
        requireNotBegun(
            hasBegun, "SET TRANSACTION [NOT] DEFERRABLE must be called before any query");
        settings.setLocal("transaction_deferrable", value);
      }
    }
  }

  /** Returns the value of the setting that a characteristic changes. */
  private static String valueOf(ModeKind mode) {
    return switch (mode) {
      case READ_UNCOMMITTED -> "read uncommitted";
      case READ_COMMITTED -> "read committed";
      case REPEATABLE_READ -> "repeatable read";
      case SERIALIZABLE -> "serializable";
      case READ_ONLY, DEFERRABLE -> "on";
      case READ_WRITE, NOT_DEFERRABLE -> "off";
    };
  }

  /** Runs SET CONSTRAINTS. */
  void setConstraints(TransactionCommand.SetConstraints set, Cancellation cancellation) {
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
      Cancellation limited = components.runner().limited(cancellation);
      LockWaitPolicy wait = TransactionSettingReader.lockWait(components.settings(), limited);
      StatementTransaction transaction = block.transaction().statement(wait);
      Interruption.run(
          limited,
          () ->
              transaction.setConstraints(
                  DeferrableConstraints.find(set.names(), set.deferred(), transaction.names()),
                  set.deferred()));
    }
  }

  private static void requireNotBegun(boolean violated, String message) {
    if (violated) {
      throw new ColonnadeException(ErrorCode.ACTIVE_TRANSACTION, message);
    }
  }

  /** Runs SET SESSION CHARACTERISTICS. */
  void setDefaults(List<Mode> modes) {
    for (Mode mode : modes) {
      String setting =
          switch (mode.kind()) {
            case READ_UNCOMMITTED, READ_COMMITTED, REPEATABLE_READ, SERIALIZABLE ->
                "default_transaction_isolation";
            case READ_ONLY, READ_WRITE -> "default_transaction_read_only";
            case DEFERRABLE, NOT_DEFERRABLE -> "default_transaction_deferrable";
          };
      components.settings().set(setting, valueOf(mode.kind()));
    }
  }

  /** Runs COMMIT; returns the tag of the effect. A failure, also a cancellation, rolls back. */
  String commit(boolean chain, Cancellation cancellation) {
    return Interruption.call(components.runner().limited(cancellation), () -> end(true, chain));
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
    String isolation = settings.show("transaction_isolation");
    String readOnly = settings.show("transaction_read_only");
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
      settings.setLocal("transaction_isolation", isolation);
      settings.setLocal("transaction_read_only", readOnly);
    }
    return committed ? "COMMIT" : "ROLLBACK";
  }

  /**
   * Runs a step of two-phase commit, which is disabled: there are no prepared transactions. Returns
   * the tag of PREPARE TRANSACTION without a transaction that could be prepared.
   */
  String twoPhase(TransactionCommand.TwoPhase step) {
    TransactionBlock block = components.block();
    if (step.isPrepare()) {
      if (!block.isExplicit() || block.isFailed()) {
        return end(false, false);
      }
      control.rollback();
      throw new ColonnadeException(
          ErrorCode.WRONG_STATE,
          "prepared transactions are disabled",
          ErrorFields.NONE.withHint("Set max_prepared_transactions to a nonzero value."));
    }
    if (block.isExplicit()) {
      throw new ColonnadeException(
          ErrorCode.ACTIVE_TRANSACTION, step.keywords() + " cannot run inside a transaction block");
    }
    throw new ColonnadeException(
        ErrorCode.UNKNOWN_OBJECT,
        "prepared transaction with identifier \"%s\" does not exist".formatted(step.identifier()));
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
