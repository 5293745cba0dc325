package dev.colonnade.sql.analyze.scope;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Relations by their names: tables of the system catalog first, as in PostgreSQL's search path. */
public final class RelationNames {
  private RelationNames() {}

  /** Returns the table of the system catalog of a name; null if it is no such table. */
  public static @Nullable SystemTable systemTable(NameScope names, List<String> parts) {
    String schema = parts.size() == 1 ? SystemTables.CATALOG_SCHEMA : parts.get(parts.size() - 2);
    boolean isOther = parts.size() == 3 && !parts.getFirst().equals(names.database().name());
    return isOther || parts.size() > 3 ? null : SystemTables.of(schema).get(parts.getLast());
  }

  /** Returns the system column with the OID of a table. */
  public static NamedColumn tableOid(int tableId, Registry registry) {
    Literal oid = new Literal(VectorType.of(TypeKind.OID), SystemOids.of(tableId));
    TypeReference type = TypeReference.of(registry.types().base().named("oid"));
    return new NamedColumn(
        "tableoid", TypedExpression.of(oid, type, TypedExpression.NO_POSITION), Origin.NONE);
  }

  /** Returns the OID of a relation in a schema; 0 if there is none. */
  static long oidOf(NameScope names, String schema, String name) {
    SystemTable system = SystemTables.of(schema).get(name);
    if (system != null) {
      return system.oid();
    }
    SchemaEntry entry = names.findSchemaNamed(schema);
    Relation relation = entry == null ? null : names.findRelation(new ObjectName(entry.id(), name));
    return relation == null ? 0 : SystemOids.of(relation.id());
  }

  /** Returns the OID of the relation that a name finds; 0 if there is none. */
  static long oidOf(NameScope names, String name) {
    SystemTable system = systemTable(names, List.of(name));
    Relation relation = names.findRelation(List.of(name));
    return system != null ? system.oid() : relation == null ? 0 : SystemOids.of(relation.id());
  }
}
