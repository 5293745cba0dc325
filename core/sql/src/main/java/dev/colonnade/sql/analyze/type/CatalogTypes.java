package dev.colonnade.sql.analyze.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeCategory;
import dev.colonnade.sql.registry.type.TypeForm;
import dev.colonnade.sql.registry.type.TypeOverlay;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.UserType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Types of a catalog: enums, domains, the row types of tables, and arrays of these. One thread. */
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
      Type type = ofUser(id);
      return type != null && type.oid() == oid ? type : null;
    }
    int ofArray = SystemOids.idOf(oid - SystemOids.arrayType(0) + SystemOids.of(0));
    if (ofArray >= 0) {
      Type element = ofUser(ofArray);
      Type item = element == null ? ofRow(ofArray) : element;
      return item == null ? null : item.array();
    }
    int ofRow = SystemOids.idOf(oid - SystemOids.rowType(0) + SystemOids.of(0));
    Type table = ofRow < 0 ? null : ofRow(ofRow);
    return ofRow < 0 || table != null ? table : ofUser(ofRow);
  }

  private @Nullable Type ofUser(int id) {
    Type known = byOid.get(SystemOids.of(id));
    Map.Entry<ObjectName, UserType> found = known == null ? names.findNamedType(id) : null;
    if (found != null) {
      SchemaEntry schema = names.findSchema(found.getKey().schemaId());
      String schemaName = schema == null ? "public" : schema.name();
      String shown = shown(found.getValue(), schema);
      known =
          switch (found.getValue()) {
            case EnumType labels -> ColumnTypes.enumType(schemaName, shown, labels);
            case CompositeType row ->
                composite(new Type.Name(schemaName, row.name(), shown), row.id());
            case DomainType domain ->
                domain(new Type.Name(schemaName, domain.name(), shown), domain);
          };
      byOid.put(SystemOids.of(id), known);
    }
    return known;
  }

  private Type domain(Type.Name name, DomainType domain) {
    TypeReference base =
        ColumnTypes.of(domain.stored(), domain.base(), Registry.ofSystem().with(this));
    Type type = base.type();
    return Type.of(
            (int) SystemOids.of(domain.id()),
            name,
            new Type.Classification(
                TypeForm.DOMAIN, type.category(), type.isPreferred(), type.kind()),
            Type.Relations.ofDomain((int) SystemOids.arrayType(domain.id()), type, base.modifier()))
        .with(type.storage(), type.functions().ofDomain());
  }

  private String shown(UserType type, @Nullable SchemaEntry schema) {
    UserType seen = names.findType(List.of(type.name()));
    String quoted = Identifiers.quote(type.name());
    boolean isHidden = Registry.ofSystem().types().base().find(type.name()) != null;
    if (seen != null && seen.id() == type.id() && !isHidden) {
      return quoted;
    }
    return schema == null ? quoted : Identifiers.quote(schema.name()) + "." + quoted;
  }

  private @Nullable Type ofRow(int id) {
    Table table = names.findRelation(id) instanceof Table found ? found : null;
    SchemaEntry schema = table == null ? null : names.findSchema(table.schemaId());
    return table == null
        ? null
        : composite(
            new Type.Name(
                schema == null ? "public" : schema.name(), table.name(), names.nameOf(table)),
            id);
  }

  /** Returns the type of the rows of a table or of a composite type. */
  private static Type composite(Type.Name name, int id) {
    return Type.of(
        (int) SystemOids.rowType(id),
        name,
        new Type.Classification(TypeForm.COMPOSITE, TypeCategory.COMPOSITE, false, null),
        Type.Relations.of("-", Type.NONE, (int) SystemOids.arrayType(id)));
  }

  @Override
  public @Nullable Type find(String schema, String name) {
    SchemaEntry entry = names.findSchemaNamed(schema);
    if (entry == null) {
      return null;
    }
    UserType type = names.findType(new ObjectName(entry.id(), name));
    if (type != null) {
      return ofUser(type.id());
    }
    Relation relation = names.findRelation(new ObjectName(entry.id(), name));
    if (relation instanceof Table table) {
      return ofRow(table.id());
    }
    Type element = name.startsWith(ARRAY) ? find(schema, name.substring(1)) : null;
    return element == null ? null : element.array();
  }

  /** Returns the enum that a type is; null if the type is no enum. */
  public static @Nullable EnumType enumOf(NameScope names, Type type) {
    return type.form() == TypeForm.ENUM
            && names.findType(SystemOids.idOf(type.oid())) instanceof EnumType found
        ? found
        : null;
  }

  /** Returns the domain that a type is; null if the type is none. */
  public static @Nullable DomainType domainOf(NameScope names, Type type) {
    return type.isDomain()
            && names.findType(SystemOids.idOf(type.oid())) instanceof DomainType found
        ? found
        : null;
  }

  /** Returns the composite type that a type is; null if the type is none that is defined. */
  public static @Nullable CompositeType compositeOf(NameScope names, Type type) {
    return type.isComposite() && names.findType(rowIdOf(type)) instanceof CompositeType found
        ? found
        : null;
  }

  private static int rowIdOf(Type type) {
    return SystemOids.idOf(type.oid() - SystemOids.rowType(0) + SystemOids.of(0));
  }

  /** Returns the table whose rows are of a type; null if the type is no row type. */
  public static @Nullable Table tableOf(NameScope names, Type type) {
    int id = rowIdOf(type);
    return type.isComposite() && id >= 0 && names.findRelation(id) instanceof Table table
        ? table
        : null;
  }
}
