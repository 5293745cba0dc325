package dev.colonnade.sql.definition.object;

import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.relation.TableConstraints;

/** Rename of one constraint or index of a table. */
final class ConstraintRename {
  private ConstraintRename() {}

  static TableConstraints of(TableConstraints rules, String name, String newName) {
    Index index = rules.findIndex(name);
    if (index != null) {
      return rules.withIndexName(index.id(), newName);
    }
    for (CheckConstraint check : rules.checks()) {
      if (check.name().equals(name)) {
        return rules.withoutConstraint(name).withCheck(check.withName(newName));
      }
    }
    for (ForeignKey key : rules.foreignKeys()) {
      if (key.name().equals(name)) {
        return rules.withoutConstraint(name).withForeignKey(key.withName(newName));
      }
    }
    return rules;
  }
}
