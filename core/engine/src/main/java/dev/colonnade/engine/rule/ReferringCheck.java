package dev.colonnade.engine.rule;

import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.ConstraintId;
import dev.colonnade.catalog.rule.ConstraintTiming;
import dev.colonnade.catalog.rule.ForeignKey;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.txn.LockedRow;
import dev.colonnade.type.Family;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of a table refers to another row, which has to be there and to stay. */
record ReferringCheck(Table table, ForeignKey key, KeyValues values) implements ConstraintCheck {
  @Override
  public ConstraintId constraint() {
    return new ConstraintId(table.id(), key.name());
  }

  @Override
  public ConstraintTiming timing() {
    return key.timing();
  }

  @Override
  public @Nullable ColonnadeException violation(CheckGround ground) {
    Table referring = ground.catalog().findTable(table.id());
    Table target = ground.catalog().findTable(key.target().tableId());
    if (referring == null || target == null || !hasKey(referring)) {
      return null; // dropped meanwhile
    }
    List<Integer> ids = key.target().columnIds();
    KeyValues wanted = values.as(target.schema(), ids);
    List<Key> found = wanted == null ? List.of() : ground.search().find(target, ids, wanted, 1);
    boolean isThere = !found.isEmpty() && isLocked(ground, target, found.getFirst());
    boolean isWanted =
        !isThere && !ground.search().find(referring, key.columnIds(), values, 1).isEmpty();
    return isWanted ? violated(target) : null;
  }

  private boolean hasKey(Table referring) {
    return referring.descriptor().rules().foreignKeys().stream()
        .anyMatch(
            other ->
                other.columnIds().equals(key.columnIds()) && other.target().equals(key.target()));
  }

  /** Keeps the row from going until the transaction is over. Returns whether it is there. */
  private static boolean isLocked(CheckGround ground, Table target, Key rowKey) {
    Key first = target.format().keyCodec().familyKey(rowKey, Family.FIRST_ID);
    return ground.transaction().lock(first, LockStrength.KEY_SHARE, ground.lockWait())
            instanceof LockedRow.Locked(var newest, _)
        && newest != null;
  }

  private ColonnadeException violated(Table target) {
    return new ColonnadeException(
        ErrorCode.FOREIGN_KEY_VIOLATION,
        "insert or update on table \"%s\" violates foreign key constraint \"%s\""
            .formatted(table.name(), key.name()),
        ErrorFields.NONE
            .withTable(table.name())
            .withConstraint(key.name())
            .withDetail(
                "Key %s is not present in table \"%s\"."
                    .formatted(
                        KeyValues.text(table.schema(), key.columnIds(), values), target.name())));
  }
}
