package dev.colonnade.engine.constraint;

import dev.colonnade.catalog.constraint.ConstraintId;
import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.index.UniqueViolations;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.type.schema.KeyColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Check that no other row has the key of a new or changed row, for a deferrable unique constraint.
 * The key itself is locked, so that of two transactions with the same key the second one sees the
 * first.
 */
record DeferredUniqueCheck(Table table, TableIndex index, KeyValues values)
    implements ConstraintCheck {
  @Override
  public ConstraintId constraint() {
    return new ConstraintId(table.id(), index.name());
  }

  @Override
  public ConstraintTiming timing() {
    return index.descriptor().definition().kind().timing();
  }

  @Override
  public @Nullable ColonnadeException violation(CheckContext context) {
    Table now = context.catalog().findTable(table.id());
    if (now == null || now.findIndex(index.id()) == null) {
      return null; // dropped meanwhile
    }
    Key name = index.format().keyCodec().span(index.keyValues(values.values().toArray())).start();
    context.transaction().lockResource(name, LockStrength.UPDATE, context.lockWait());
    List<Integer> ids = index.columns().stream().map(KeyColumn::columnId).toList();
    boolean hasDuplicate = context.search().find(now, ids, values, 2).size() > 1;
    return hasDuplicate ? UniqueViolations.ofKey(table, index, values.values().toArray()) : null;
  }
}
