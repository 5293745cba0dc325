package dev.colonnade.engine.rule;

import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.ConstraintId;
import dev.colonnade.catalog.rule.ConstraintTiming;
import dev.colonnade.catalog.rule.TableIndex;
import dev.colonnade.engine.index.UniqueViolations;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.type.KeyColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row has got a key that it must not have in common with another one in the end. The key itself
 * is locked, so that of two transactions that take it the second one sees the first.
 */
record UniqueCheck(Table table, TableIndex index, KeyValues values) implements ConstraintCheck {
  @Override
  public ConstraintId constraint() {
    return new ConstraintId(table.id(), index.name());
  }

  @Override
  public ConstraintTiming timing() {
    return index.descriptor().definition().kind().timing();
  }

  @Override
  public @Nullable ColonnadeException violation(CheckGround ground) {
    Table now = ground.catalog().findTable(table.id());
    if (now == null || now.findIndex(index.id()) == null) {
      return null; // dropped meanwhile
    }
    Key name = index.format().keyCodec().span(values.values().toArray()).start();
    ground.transaction().lockResource(name, LockStrength.UPDATE, ground.lockWait());
    List<Integer> ids = index.columns().stream().map(KeyColumn::columnId).toList();
    boolean areAlike = ground.search().find(now, ids, values, 2).size() > 1;
    return areAlike ? UniqueViolations.ofKey(table, index, values.values().toArray()) : null;
  }
}
