package dev.colonnade.sql.session;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.constraint.ConstraintId;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.syntax.QualifiedName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Name resolution of SET CONSTRAINTS: a name stands for all constraints of that name in the first
 * schema of the search path that has one.
 */
final class DeferrableConstraints {
  private DeferrableConstraints() {}

  /**
   * Returns the deferrable ones of the named constraints.
   *
   * @throws ColonnadeException UNKNOWN_OBJECT; WRONG_OBJECT_TYPE if one is to be deferred and is
   *     not deferrable
   */
  public static Set<ConstraintId> find(
      List<QualifiedName> names, boolean deferred, NameScope scope) {
    Set<ConstraintId> found = new HashSet<>();
    for (QualifiedName name : names) {
      List<SchemaEntry> schemas =
          name.parts().size() == 1 ? scope.path() : List.of(scope.schema(name.parts().getFirst()));
      add(found, name.last(), deferred, schemas, scope);
    }
    return found;
  }

  private static void add(
      Set<ConstraintId> found,
      String name,
      boolean deferred,
      List<SchemaEntry> schemas,
      NameScope scope) {
    for (SchemaEntry schema : schemas) {
      boolean isFound = false;
      for (Table table : scope.catalog().tables(schema.id())) {
        boolean isDeferrable = isDeferrable(table, name);
        if (isDeferrable) {
          found.add(new ConstraintId(table.id(), name));
        } else if (deferred && isConstraint(table, name)) {
          throw new ColonnadeException(
              ErrorCode.WRONG_OBJECT_TYPE, "constraint \"%s\" is not deferrable".formatted(name));
        }
        isFound |= isDeferrable || isConstraint(table, name);
      }
      if (isFound) {
        return;
      }
    }
    throw new ColonnadeException(
        ErrorCode.UNKNOWN_OBJECT, "constraint \"%s\" does not exist".formatted(name));
  }

  private static boolean isDeferrable(Table table, String name) {
    TableConstraints rules = table.descriptor().constraints();
    Index index = rules.findIndex(name);
    return (index != null && index.definition().kind().timing().isDeferrable())
        || rules.foreignKeys().stream()
            .filter(key -> key.name().equals(name))
            .map(ForeignKey::timing)
            .anyMatch(timing -> timing.isDeferrable());
  }

  private static boolean isConstraint(Table table, String name) {
    TableConstraints rules = table.descriptor().constraints();
    Index index = rules.findIndex(name);
    return index == null
        ? rules.hasName(name) || isKey(table, name)
        : index.definition().kind().isConstraint();
  }

  /** Returns whether an index of a table has a name; that of its primary key is one too. */
  static boolean isIndex(Table table, String name) {
    TableConstraints rules = table.descriptor().constraints();
    return rules.findIndex(name) != null || name.equals(rules.keyName()) || isKey(table, name);
  }

  private static boolean isKey(Table table, String name) {
    return !table.schema().hasHiddenKey()
        && table.descriptor().constraints().keyName() == null
        && name.equals(table.name() + "_pkey");
  }
}
