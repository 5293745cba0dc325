package dev.colonnade.engine.constraint;

import dev.colonnade.catalog.constraint.ConstraintId;
import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.txn.LockedRow;
import dev.colonnade.type.schema.ColumnFamily;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Check that the row exists that a new or changed row references. */
record ReferencingKeyCheck(Table table, ForeignKey key, KeyValues values)
    implements ConstraintCheck {
  @Override
  public ConstraintId constraint() {
    return new ConstraintId(table.id(), key.name());
  }

  @Override
  public ConstraintTiming timing() {
    return key.timing();
  }

  @Override
  public @Nullable ColonnadeException violation(CheckContext context) {
    Table referring = context.catalog().findTable(table.id());
    Table target = context.catalog().findTable(key.target().tableId());
    if (referring == null || target == null || !hasKey(referring)) {
      return null; // dropped meanwhile
    }
    List<Integer> ids = key.target().columnIds();
    KeyValues wanted = values.as(target.schema(), ids);
    List<Key> found = wanted == null ? List.of() : context.search().find(target, ids, wanted, 1);
    boolean isThere = !found.isEmpty() && isLocked(context, target, found.getFirst());
    boolean isWanted =
        !isThere && !context.search().find(referring, key.columnIds(), values, 1).isEmpty();
    return isWanted ? violated(target) : null;
  }

  private boolean hasKey(Table referring) {
    return referring.descriptor().constraints().foreignKeys().stream()
        .anyMatch(
            other ->
                other.columnIds().equals(key.columnIds()) && other.target().equals(key.target()));
  }

  /**
   * Locks the referenced row against deletion until the end of the transaction. Returns whether it
   * exists.
   */
  private static boolean isLocked(CheckContext context, Table target, Key rowKey) {
    // Neither does the row move meanwhile.
    context
        .transaction()
        .lockResource(target.placeLockKey(), LockStrength.KEY_SHARE, context.lockWait());
    target.requirePlace(target.format().keyCodec().indexId());
    Key first = target.format().keyCodec().familyKey(rowKey, ColumnFamily.FIRST_ID);
    return context.transaction().lock(first, LockStrength.KEY_SHARE, context.lockWait())
            instanceof LockedRow.Locked(var newest, _)
        && newest != null;
  }

  private ColonnadeException violated(Table target) {
    return new ColonnadeException(
        ErrorCode.FOREIGN_KEY_VIOLATION,
        "insert or update on table \"%s\" violates foreign key constraint \"%s\""
            .formatted(table.name(), key.name()),
        ErrorFields.NONE
            .withTable(table.name(), table.schemaId())
            .withConstraint(key.name())
            .withDetail(
                "Key %s is not present in table \"%s\"."
                    .formatted(
                        KeyValues.text(table.schema(), key.columnIds(), values), target.name())));
  }
}
