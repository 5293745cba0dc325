package dev.colonnade.sql.ddl.table;

import dev.colonnade.catalog.rule.CheckConstraint;
import dev.colonnade.catalog.rule.ForeignKey;
import dev.colonnade.catalog.rule.Index;
import dev.colonnade.catalog.rule.TableRules;

/** Rename of one constraint or index of a table. */
public final class ConstraintRename {
  private ConstraintRename() {}

  public static TableRules of(TableRules rules, String name, String newName) {
    Index index = rules.findIndex(name);
    if (index != null) {
      return rules.withIndexName(index.id(), newName);
    }
    for (CheckConstraint check : rules.checks()) {
      if (check.name().equals(name)) {
        return rules
            .withoutConstraint(name)
            .withCheck(new CheckConstraint(newName, check.expression(), check.columnIds()));
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
