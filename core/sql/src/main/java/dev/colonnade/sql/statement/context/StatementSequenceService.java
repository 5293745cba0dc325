package dev.colonnade.sql.statement.context;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.function.SequenceService;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.system.SystemOids;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The functions of sequences in one execution: a name is looked up once in a row. One thread. */
final class StatementSequenceService implements SequenceService {
  private final StatementTransaction transaction;
  private final SessionSettings settings;

  /** Last name that was looked up, and its id. */
  private @Nullable String knownName;

  private long knownId = -1;

  /** Last sequence whose values were used, and its id in the store. */
  private long usedId = -1;

  private long keptId;

  /** Last sequence of which the user may allocate values. */
  private long allowedId = -1;

  StatementSequenceService(StatementTransaction transaction, SessionSettings settings) {
    this.transaction = transaction;
    this.settings = settings;
  }

  @Override
  public long idOf(String name) {
    if (!name.equals(knownName)) {
      knownId =
          isNumber(name)
              ? idOfOid(Long.parseLong(name))
              : transaction.names().sequence(NameScope.split(name)).id();
      knownName = name;
    }
    return knownId;
  }

  private static boolean isNumber(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) < '0' || name.charAt(i) > '9') {
        return false;
      }
    }
    return !name.isEmpty();
  }

  @Override
  public long idOfOid(long oid) {
    return SystemOids.idOf(oid);
  }

  @Override
  public long next(long id) {
    requireWritable(id, "nextval()");
    requireNext(id);
    long kept = keptId(id);
    try {
      return transaction.sequences().next(kept);
    } catch (ColonnadeException e) {
      throw explained(e, id);
    }
  }

  @Override
  public List<ValueRun> allocate(long id, long count) {
    requireNext(id);
    long kept = keptId(id);
    try {
      return transaction.sequences().allocate(kept, count);
    } catch (ColonnadeException e) {
      throw explained(e, id);
    }
  }

  /** The rows of a table have no hidden key any more, if its sequence was dropped meanwhile. */
  private ColonnadeException explained(ColonnadeException e, long id) {
    return e.code() == ErrorCode.UNKNOWN_SEQUENCE && isHidden(entry(id))
        ? new ColonnadeException(
            ErrorCode.SERIALIZATION_FAILURE, "the catalog has changed: try again", e)
        : e;
  }

  @Override
  public long current(long id) {
    require(id, Privilege.USAGE, Privilege.SELECT);
    return transaction.sequences().current(keptId(id));
  }

  @Override
  public long last() {
    return transaction.sequences().last();
  }

  @Override
  public void set(long id, long value, boolean isCalled) {
    requireWritable(id, "setval()");
    require(id, Privilege.UPDATE);
    transaction.sequences().set(keptId(id), value, isCalled);
  }

  private void requireNext(long id) {
    if (allowedId != id) {
      require(id, Privilege.USAGE, Privilege.UPDATE);
      allowedId = id;
    }
  }

  /**
   * Throws INSUFFICIENT_PRIVILEGE if the user has none of some privileges. The values of an
   * identity column and of a hidden key need none.
   */
  private void require(long id, Privilege... privileges) {
    NameScope names = transaction.names();
    if (!names.privileges().isSuperuser()) {
      SequenceEntry entry = entry(id);
      if (!entry.isIdentity() && !isHidden(entry)) {
        PrivilegeChecks.requireAny(names, entry, privileges);
      }
    }
  }

  /** Sequences of temporary schemas may be written in read-only transactions. */
  private void requireWritable(long id, String function) {
    String setting =
        transaction.isInBlock() ? "transaction_read_only" : "default_transaction_read_only";
    if (!settings.isOn(setting) && (transaction.isInBlock() || !settings.isStandby())) {
      return;
    }
    SchemaEntry schema = transaction.names().temporarySchema();
    if (schema == null || entry(id).objectName().schemaId() != schema.id()) {
      throw new ColonnadeException(
          ErrorCode.READ_ONLY_TRANSACTION,
          "cannot execute %s in a read-only transaction".formatted(function));
    }
  }

  private long keptId(long id) {
    if (usedId != id) {
      SequenceEntry entry = entry(id);
      keptId = entry.sequenceId();
      if (isHidden(entry)) {
        transaction.sequences().hide(keptId);
      }
      usedId = id;
    }
    return keptId;
  }

  /** Returns whether the sequence generates the values of a hidden key. */
  private boolean isHidden(SequenceEntry entry) {
    SequenceEntry.Owner owner = entry.owner();
    return owner != null
        && transaction
            .catalog()
            .table(owner.tableId())
            .schema()
            .column(owner.columnId())
            .isHidden();
  }

  private SequenceEntry entry(long id) {
    Relation relation = transaction.catalog().findRelation(Math.toIntExact(id));
    if (relation instanceof SequenceEntry sequence) {
      return sequence;
    }
    if (relation != null) {
      throw NameScope.wrongKind(relation, "sequence");
    }
    throw new ColonnadeException(ErrorCode.UNKNOWN_TABLE, "could not open relation with OID " + id);
  }
}
