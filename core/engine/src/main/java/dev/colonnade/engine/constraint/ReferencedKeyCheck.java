package dev.colonnade.engine.constraint;

import dev.colonnade.catalog.CatalogSnapshot.Reference;
import dev.colonnade.catalog.constraint.ConstraintId;
import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.key.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Check that no row references a key that was deleted or changed. */
record ReferencedKeyCheck(Table table, Reference reference, KeyValues values)
    implements ConstraintCheck {
  @Override
  public ConstraintId constraint() {
    return new ConstraintId(reference.table().id(), reference.key().name());
  }

  @Override
  public ConstraintTiming timing() {
    return reference.key().timing();
  }

  @Override
  public @Nullable ColonnadeException violation(CheckContext context) {
    Table now = context.catalog().findTable(table.id());
    boolean hasConstraint =
        context.catalog().referencesTo(table.id()).stream()
            .anyMatch(
                other ->
                    other.table().id() == reference.table().id()
                        && other.key().columnIds().equals(reference.key().columnIds()));
    if (now == null || !hasConstraint) {
      return null; // dropped meanwhile
    }
    List<Integer> ids = reference.key().target().columnIds();
    boolean existsAgain = !context.search().find(now, ids, values, 1).isEmpty();
    return existsAgain || referring(context, 1).isEmpty() ? null : stillReferred();
  }

  /** Returns the keys of rows that reference the key. */
  List<Key> referring(CheckContext context, int max) {
    Table referring = context.catalog().table(reference.table().id());
    List<Integer> ids = reference.key().columnIds();
    KeyValues wanted = values.as(referring.schema(), ids);
    return wanted == null ? List.of() : context.search().find(referring, ids, wanted, max);
  }

  ColonnadeException stillReferred() {
    Table referring = reference.table();
    return new ColonnadeException(
        ErrorCode.FOREIGN_KEY_VIOLATION,
        "update or delete on table \"%s\" violates foreign key constraint \"%s\" on table \"%s\""
            .formatted(table.name(), reference.key().name(), referring.name()),
        ErrorFields.NONE
            .withTable(referring.name(), referring.schemaId())
            .withConstraint(reference.key().name())
            .withDetail(
                "Key %s is still referenced from table \"%s\"."
                    .formatted(
                        KeyValues.text(
                            table.schema(), reference.key().target().columnIds(), values),
                        referring.name())));
  }
}
