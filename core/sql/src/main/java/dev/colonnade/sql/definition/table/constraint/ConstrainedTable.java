package dev.colonnade.sql.definition.table.constraint;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import java.util.List;

/**
 * Table that constraints are added to.
 *
 * @param schemaName name of its schema; empty if no statement may name it
 */
public record ConstrainedTable(ObjectName name, String schemaName, boolean isTemporary) {
  public ConstrainedTable {
    requireNonNull(name, "name is null");
    requireNonNull(schemaName, "schemaName is null");
  }

  /** Returns a table of the catalog. */
  public static ConstrainedTable of(CatalogSnapshot catalog, Table table) {
    return of(catalog, table.objectName(), false);
  }

  /** Returns a new table. */
  public static ConstrainedTable of(CatalogSnapshot catalog, ObjectName name, boolean isTemporary) {
    SchemaEntry schema = catalog.findSchema(name.schemaId());
    return new ConstrainedTable(
        name,
        schema == null ? "" : schema.name(),
        isTemporary || (schema != null && schema.isTemporary()));
  }

  /** Returns whether a statement means the table by a name. */
  boolean isNamed(List<String> parts) {
    if (!parts.getLast().equals(name.name()) || parts.size() > 2) {
      return false;
    }
    return parts.size() == 1
        || parts.getFirst().equals(schemaName)
        || (isTemporary && parts.getFirst().equals(SchemaEntry.TEMPORARY_ALIAS));
  }
}
