package dev.colonnade.sql.session;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.TableLockMode;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.syntax.command.TransactionCommand;
import dev.colonnade.sql.syntax.query.FromItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** LOCK TABLE: locks tables, and the tables that views read. */
final class TableLocks {
  private TableLocks() {}

  /**
   * Locks the relations of a command.
   *
   * @throws ColonnadeException UNKNOWN_TABLE; WRONG_OBJECT_TYPE for a sequence or an index;
   *     LOCK_NOT_AVAILABLE
   */
  static void lock(
      TransactionCommand.Lock lock, SessionComponents components, Cancellation cancellation) {
    LockWaitPolicy wait =
        lock.nowait()
            ? LockWaitPolicy.NOWAIT
            : TransactionSettingReader.lockWait(components.settings(), cancellation);
    TableLockMode mode =
        lock.mode() == null ? TableLockMode.EXCLUSIVE : TableLockMode.of(lock.mode());
    StatementTransaction transaction = components.block().transaction().statement(wait);
    for (FromItem.Relation relation : lock.tables()) {
      Relation found = find(relation.name().parts(), transaction.names());
      requirePrivilege(found, lock.mode(), transaction.names());
      lock(found, mode, transaction);
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user may not lock a relation in a mode. */
  private static void requirePrivilege(Relation relation, @Nullable String mode, NameScope names) {
    switch (mode) {
      case "ACCESS SHARE" -> PrivilegeChecks.requireAny(names, relation, Privilege.SELECT);
      case "ROW EXCLUSIVE" ->
          PrivilegeChecks.requireAny(
              names,
              relation,
              Privilege.INSERT,
              Privilege.UPDATE,
              Privilege.DELETE,
              Privilege.TRUNCATE);
      case null, default ->
          PrivilegeChecks.requireAny(
              names, relation, Privilege.UPDATE, Privilege.DELETE, Privilege.TRUNCATE);
    }
  }

  private static Relation find(List<String> names, NameScope scope) {
    Relation found = scope.findRelation(names);
    if (found != null) {
      return found;
    }
    List<SchemaEntry> schemas =
        names.size() == 1 ? scope.path() : List.of(scope.schema(names.get(names.size() - 2)));
    String name = names.getLast();
    for (SchemaEntry schema : schemas) {
      boolean isIndex =
          scope.catalog().tables(schema.id()).stream()
              .anyMatch(table -> DeferrableConstraints.isIndex(table, name));
      if (isIndex) {
        throw unsupported(name, "indexes");
      }
    }
    throw NameScope.unknownRelation(names);
  }

  private static void lock(
      Relation relation, TableLockMode mode, StatementTransaction transaction) {
    switch (relation) {
      case Table table -> transaction.locks().lockTable(table, mode);
      case SequenceEntry sequence -> throw unsupported(sequence.name(), "sequences");
      case View view ->
          view.lookup().dependencies().stream()
              .mapToInt(View.Dependency::objectId)
              .distinct()
              .mapToObj(transaction.names().catalog()::findRelation)
              .filter(read -> read instanceof Table || read instanceof View)
              .forEach(read -> lock(read, mode, transaction));
    }
  }

  private static ColonnadeException unsupported(String name, String kind) {
    return new ColonnadeException(
        ErrorCode.WRONG_OBJECT_TYPE,
        "cannot lock relation \"%s\"".formatted(name),
        ErrorFields.NONE.withDetail("This operation is not supported for %s.".formatted(kind)));
  }
}
