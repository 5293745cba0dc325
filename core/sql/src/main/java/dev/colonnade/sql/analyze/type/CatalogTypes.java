package dev.colonnade.sql.analyze.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeCategory;
import dev.colonnade.sql.registry.type.TypeForm;
import dev.colonnade.sql.registry.type.TypeOverlay;
import dev.colonnade.sql.registry.type.TypeStorage;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.EnumType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Types of a catalog: enums, the row types of tables, and the arrays of both. One thread. */
public final class CatalogTypes implements TypeOverlay {
  private static final String ARRAY = "_";

  private final NameScope names;
  private final Map<Long, Type> byOid = new HashMap<>();

  public CatalogTypes(NameScope names) {
    this.names = requireNonNull(names, "names is null");
  }

  @Override
  public @Nullable Type find(long oid) {
    int id = SystemOids.idOf(oid);
    if (id >= 0) {
      return ofEnum(id);
    }
    int ofArray = SystemOids.idOf(oid - SystemOids.arrayType(0) + SystemOids.of(0));
    if (ofArray >= 0) {
      Type element = ofEnum(ofArray);
      Type item = element == null ? ofRow(ofArray) : element;
      return item == null ? null : item.array();
    }
    int ofRow = SystemOids.idOf(oid - SystemOids.rowType(0) + SystemOids.of(0));
    return ofRow < 0 ? null : ofRow(ofRow);
  }

  private @Nullable Type ofEnum(int id) {
    Type known = byOid.get(SystemOids.of(id));
    EnumType found = known == null ? findEnum(names, id) : null;
    if (found != null) {
      ObjectName name = names.catalog().enumName(id);
      SchemaEntry schema = names.catalog().findSchema(name.schemaId());
      known = enumType(schema == null ? "public" : schema.name(), shown(found), found);
      byOid.put(SystemOids.of(id), known);
    }
    return known;
  }

  private String shown(EnumType type) {
    EnumType seen = names.findEnum(java.util.List.of(type.name()));
    String quoted = NameScope.quoted(type.name());
    if (seen != null && seen.id() == type.id()) {
      return quoted;
    }
    SchemaEntry schema = names.catalog().findSchema(names.catalog().enumName(type.id()).schemaId());
    return schema == null ? quoted : NameScope.quoted(schema.name()) + "." + quoted;
  }

  /** Returns the type of an enum. */
  static Type enumType(String schema, String shown, EnumType type) {
    return Type.of(
            (int) SystemOids.of(type.id()),
            new Type.Name(schema, type.name(), shown),
            new Type.Classification(TypeForm.ENUM, TypeCategory.ENUM, false, TypeKind.TEXT),
            Type.Relations.of("-", Type.NONE, (int) SystemOids.arrayType(type.id())))
        .with(TypeStorage.OF_ENUM, TypeStorage.Functions.OF_ENUM);
  }

  private @Nullable Type ofRow(int id) {
    Table table = names.catalog().findTable(id);
    SchemaEntry schema = table == null ? null : names.catalog().findSchema(table.schemaId());
    return table == null
        ? null
        : Type.of(
            (int) SystemOids.rowType(id),
            new Type.Name(
                schema == null ? "public" : schema.name(), table.name(), names.nameOf(table)),
            new Type.Classification(TypeForm.COMPOSITE, TypeCategory.COMPOSITE, false, null),
            Type.Relations.of("-", Type.NONE, (int) SystemOids.arrayType(id)));
  }

  @Override
  public @Nullable Type find(String schema, String name) {
    SchemaEntry entry = names.catalog().findSchema(names.database().id(), effective(schema));
    if (entry == null) {
      return null;
    }
    EnumType type = names.catalog().findEnum(new ObjectName(entry.id(), name));
    if (type != null) {
      return ofEnum(type.id());
    }
    Relation relation = names.catalog().findRelation(new ObjectName(entry.id(), name));
    if (relation instanceof Table table) {
      return ofRow(table.id());
    }
    Type element = name.startsWith(ARRAY) ? find(schema, name.substring(1)) : null;
    return element == null ? null : element.array();
  }

  private String effective(String schema) {
    return schema.equals(SchemaEntry.TEMPORARY_ALIAS) ? names.temporaryName() : schema;
  }

  /** Returns the enum that a type is; null if the type is no enum. */
  public static @Nullable EnumType enumOf(NameScope names, Type type) {
    return type.form() == TypeForm.ENUM ? findEnum(names, SystemOids.idOf(type.oid())) : null;
  }

  /** Returns the table whose rows are of a type; null if the type is no row type. */
  public static @Nullable Table tableOf(NameScope names, Type type) {
    int id = SystemOids.idOf(type.oid() - SystemOids.rowType(0) + SystemOids.of(0));
    return type.isComposite() && id >= 0 ? names.catalog().findTable(id) : null;
  }

  private static @Nullable EnumType findEnum(NameScope names, int id) {
    for (EnumType type : names.catalog().enums()) {
      if (type.id() == id) {
        return type;
      }
    }
    return null;
  }
}
