package dev.colonnade.sql.definition.lookup;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.syntax.QualifiedName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Look-up of indexes by names. The rows of a table are stored under the key that has no index. */
public final class IndexLookup {
  private IndexLookup() {}

  /**
   * Index of a table.
   *
   * @param index null for the primary key under which the rows are stored
   */
  public record Found(Table table, @Nullable Index index, String name) {
    public Found {
      requireNonNull(table, "table is null");
      requireNonNull(name, "name is null");
    }

    /** Returns whether the index is that of a constraint. */
    public boolean isOfConstraint() {
      return index == null || index.definition().kind().isConstraint();
    }
  }

  /** Returns the index of a name; null if there is none. */
  public static @Nullable Found find(NameScope names, QualifiedName name) {
    for (SchemaEntry schema : schemasOf(names, name)) {
      Found found = find(names.catalog(), new ObjectName(schema.id(), name.last()));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static List<SchemaEntry> schemasOf(NameScope names, QualifiedName name) {
    List<String> parts = name.parts();
    if (parts.size() == 1) {
      return names.path();
    }
    String schema = parts.get(parts.size() - 2);
    return RelationLookup.isOfSystem(schema) || !RelationLookup.hasSchema(names, schema)
        ? List.of()
        : List.of(names.schema(schema));
  }

  /** Returns the index of a whole name; null if there is none. */
  public static @Nullable Found find(CatalogSnapshot catalog, ObjectName name) {
    Table table = catalog.findTableOfIndex(name);
    if (table != null) {
      Index index = table.descriptor().constraints().findIndex(name.name());
      return new Found(table, index, name.name());
    }
    for (Table other : catalog.tables(name.schemaId())) {
      if (name.name().equals(other.rowKeyName())) {
        return new Found(other, null, name.name());
      }
    }
    return null;
  }

  /** Returns whether a relation or an index of a schema has a name. */
  public static boolean isTaken(CatalogSnapshot catalog, ObjectName name) {
    return catalog.findRelation(name) != null || find(catalog, name) != null;
  }
}
