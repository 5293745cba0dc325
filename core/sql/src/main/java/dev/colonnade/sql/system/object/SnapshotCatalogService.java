package dev.colonnade.sql.system.object;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.CatalogService;
import dev.colonnade.sql.function.ObjectNameService;
import dev.colonnade.sql.function.PrivilegeQuery;
import dev.colonnade.sql.system.BuiltInFunctions;
import dev.colonnade.sql.system.BuiltInOperators;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.sql.system.SystemTypes;
import dev.colonnade.sql.system.object.SystemRelation.Attribute;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Implementation of the catalog services of SQL functions over the system catalog of one statement.
 * Not thread-safe.
 */
public final class SnapshotCatalogService implements CatalogService, ObjectNameService {
  private static final String UNKNOWN_TYPE = "???";

  private final SystemCatalogView view;
  private final NameResolver names;

  public SnapshotCatalogService(SystemCatalogView view) {
    this.view = view;
    this.names = new NameResolver(view);
  }

  /** Returns whether this class implements an interface, by the interface's name. */
  public static boolean implementsService(String interfaceName) {
    return interfaceName.equals(CatalogService.class.getName())
        || interfaceName.equals(ObjectNameService.class.getName());
  }

  @Override
  public long oidOf(TypeKind kind, String name) {
    return names.oidOf(kind, name);
  }

  @Override
  public String textOf(TypeKind kind, long oid) {
    String found =
        switch (kind) {
          case REGCLASS -> names.relationName(oid);
          case REGTYPE -> typeName(oid);
          case REGPROC -> BuiltInFunctions.name(oid);
          case REGPROCEDURE -> BuiltInFunctions.signature(oid);
          case REGNAMESPACE -> names.schemaName(oid);
          case REGROLE -> userName(oid);
          case REGOPER -> BuiltInOperators.name(oid);
          case REGOPERATOR -> BuiltInOperators.signature(oid);
          case REGCOLLATION -> BuiltInOperators.collation(oid);
          default -> throw new IllegalArgumentException("not a reference with a name: " + kind);
        };
    return found != null ? found : oid == 0 ? "-" : Long.toString(oid);
  }

  @Override
  public String formatType(long typeOid, int modifier) {
    if (typeOid == 0) {
      return "-";
    }
    String name = typeName(typeOid, modifier);
    return name == null ? UNKNOWN_TYPE : name;
  }

  /** Returns the name without a modifier: {@code format_type} has other names for some types. */
  private @Nullable String typeName(long oid) {
    SystemTypes.Type type = SystemTypes.find(oid);
    if (type == null) {
      return names.userTypeName(oid);
    }
    boolean isArray = type.isTrueArray() && type.elementOid() != 0 && type.name().startsWith("_");
    SystemTypes.Type element = isArray ? SystemTypes.find(type.elementOid()) : null;
    return element == null ? SystemTypes.sqlName(type) : SystemTypes.sqlName(element) + "[]";
  }

  private @Nullable String typeName(long oid, int modifier) {
    SystemTypes.Type type = SystemTypes.find(oid);
    return type != null ? SystemTypes.format(type, modifier) : names.userTypeName(oid);
  }

  @Override
  public String expression(String stored, long relationOid, boolean pretty) {
    SystemRelation relation = view.objects().relation(relationOid);
    return relation == null ? stored : view.expression(stored, relation, pretty);
  }

  @Override
  public @Nullable String constraintDefinition(long oid, boolean pretty) {
    for (SystemObjects.DomainConstraint constraint : view.objects().domainConstraints()) {
      if (constraint.oid() == oid) {
        return new DomainTexts(view.source())
            .constraint(constraint.domain(), constraint.check(), pretty);
      }
    }
    ConstraintEntry found = view.objects().constraint(oid);
    return found == null ? null : shown(found, pretty);
  }

  private String shown(ConstraintEntry constraint, boolean pretty) {
    String stored = constraint.expression();
    String shown = stored == null ? null : view.expression(stored, constraint.table(), pretty);
    return DdlText.constraint(constraint, indexOf(constraint), shown, names::relationName);
  }

  /** Returns the index of a primary key or unique constraint; null for other constraints. */
  private @Nullable IndexEntry indexOf(ConstraintEntry constraint) {
    boolean isKey =
        constraint.kind() == ConstraintEntry.PRIMARY || constraint.kind() == ConstraintEntry.UNIQUE;
    return view.objects().indexesOf(constraint.table().oid()).stream()
        .filter(index -> isKey && index.relation().name().equals(constraint.name()))
        .findFirst()
        .orElse(null);
  }

  @Override
  public @Nullable String indexDefinition(long oid, int column, boolean pretty) {
    IndexEntry index = view.objects().index(oid);
    if (index == null) {
      return null;
    }
    String name = pretty ? names.relationName(index.table().oid()) : null;
    IndexEntry shown = view.shown(index, pretty);
    return column == 0
        ? DdlText.index(shown, name == null ? DdlText.qualified(index.table()) : name)
        : DdlText.indexColumn(shown, column);
  }

  @Override
  public @Nullable String createStatement(long oid) {
    SystemRelation relation = view.objects().relation(oid);
    if (relation == null || relation.table() == null) {
      return null;
    }
    List<String> lines = new ArrayList<>();
    for (Attribute attribute : relation.attributes()) {
      lines.add(
          DdlText.column(
              attribute,
              formatType(attribute.typeOid(), attribute.modifier()),
              view.defaultText(attribute)));
    }
    for (ConstraintEntry constraint : view.objects().constraintsOf(oid)) {
      lines.add(
          "CONSTRAINT %s %s"
              .formatted(DdlText.quoted(constraint.name()), shown(constraint, false)));
    }
    return "CREATE TABLE %s (\n    %s\n)"
        .formatted(DdlText.qualified(relation), String.join(",\n    ", lines));
  }

  @Override
  public @Nullable String viewDefinition(long oid, boolean pretty) {
    SystemRelation relation = view.objects().relation(oid);
    return relation == null ? null : view.definition(relation, pretty);
  }

  @Override
  public @Nullable String comment(long classOid, long oid, int column) {
    int own = SystemOids.idOf(oid);
    boolean isRowType = classOid == SystemOids.PG_TYPE && own < 0;
    int id = isRowType ? SystemOids.idOf(oid - SystemOids.rowType(0) + SystemOids.of(0)) : own;
    if (classOid == SystemOids.PG_NAMESPACE) {
      return view.objects().schemas().stream()
          .filter(schema -> schema.oid() == oid)
          .findFirst()
          .map(schema -> view.objects().commentOn(schema))
          .orElse(null);
    }
    CommentTarget part = part(classOid, oid);
    if (part != null) {
      return column == 0 ? view.objects().catalog().comment(part) : null;
    }
    boolean isOfTable = isRowType && view.objects().catalog().findRelation(id) != null;
    SystemRelation relation = view.objects().relation(oid);
    int number = relation == null || column == 0 ? column : relation.ofAttnum(column);
    return id < 0 || isOfTable || (column != 0 && number == 0)
        ? null
        : view.objects().catalog().comment(new CommentTarget(id, number));
  }

  /** Returns the index or the constraint of an OID; null if it is none. */
  private @Nullable CommentTarget part(long classOid, long oid) {
    if (classOid == SystemOids.PG_CLASS) {
      IndexEntry index = view.objects().index(oid);
      return index == null ? null : index.commentTarget();
    }
    if (classOid != SystemOids.PG_CONSTRAINT) {
      return null;
    }
    ConstraintEntry constraint = view.objects().constraint(oid);
    return constraint == null ? null : constraint.commentTarget();
  }

  @Override
  public long catalogOid(String relation) {
    SystemTable table = SystemTables.of(SystemTables.CATALOG_SCHEMA).get(relation);
    return table == null ? 0 : table.oid();
  }

  @Override
  public @Nullable String userName(long oid) {
    return view.objects().roleName(oid);
  }

  @Override
  public @Nullable Boolean isTableVisible(long oid) {
    SystemRelation relation = view.objects().relation(oid);
    return relation == null ? null : Boolean.valueOf(names.isVisible(relation));
  }

  @Override
  public @Nullable Boolean isTypeVisible(long oid) {
    if (SystemTypes.find(oid) != null) {
      return true;
    }
    String schema = view.objects().schemaOfType(oid);
    return schema.isEmpty()
        ? null
        : Boolean.valueOf(names.isTypeVisible(schema, view.objects().nameOfType(oid)));
  }

  @Override
  public @Nullable Boolean isFunctionVisible(long oid) {
    return BuiltInFunctions.name(oid) == null ? null : Boolean.TRUE;
  }

  @Override
  public @Nullable Long relationBytes(long oid, boolean withIndexes) {
    SystemRelation relation = view.objects().relation(oid);
    if (relation == null) {
      return null;
    }
    Table table = relation.table();
    return table == null ? 0L : view.source().sizeBytes(table);
  }

  @Override
  public long databaseBytes() {
    return view.objects().relations().stream()
        .map(SystemRelation::table)
        .filter(Objects::nonNull)
        .mapToLong(view.source()::sizeBytes)
        .sum();
  }

  @Override
  public @Nullable String functionResult(long oid) {
    return BuiltInFunctions.result(oid);
  }

  @Override
  public @Nullable String functionArguments(long oid) {
    return BuiltInFunctions.arguments(oid);
  }

  @Override
  public @Nullable String serialSequence(String table, String column) {
    SystemRelation relation = view.objects().relation(names.oidOf(TypeKind.REGCLASS, table));
    Attribute attribute =
        relation == null
            ? null
            : relation.attributes().stream()
                .filter(found -> found.name().equals(column))
                .findFirst()
                .orElse(null);
    if (relation == null || attribute == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN,
          "column \"%s\" of relation \"%s\" does not exist".formatted(column, table));
    }
    return view.objects().catalog().relations().stream()
        .filter(SequenceEntry.class::isInstance)
        .map(SequenceEntry.class::cast)
        .filter(sequence -> isOwnedBy(sequence, relation, attribute))
        .map(sequence -> names.qualifiedName(SystemOids.of(sequence.id())))
        .findFirst()
        .orElse(null);
  }

  private static boolean isOwnedBy(
      SequenceEntry sequence, SystemRelation relation, Attribute attribute) {
    SequenceEntry.Owner owner = sequence.owner();
    return owner != null
        && SystemOids.of(owner.tableId()) == relation.oid()
        && owner.columnId() == attribute.number();
  }

  @Override
  public @Nullable String setting(String name) {
    try {
      return view.source().settings().show(name);
    } catch (ColonnadeException e) {
      return null;
    }
  }

  @Override
  public String set(String name, String value, boolean isLocal) {
    return view.source().set(name, value, isLocal);
  }

  @Override
  public String database() {
    return view.database();
  }

  @Override
  public String user() {
    return view.source().user();
  }

  @Override
  public String sessionUser() {
    return view.source().sessionUser();
  }

  @Override
  public boolean hasRole(String user, String role, String membership) {
    return view.objects().privileges().hasRole(user, role, membership);
  }

  @Override
  public @Nullable Boolean hasPrivilege(PrivilegeQuery query) {
    return new PrivilegeQueries(view, names).test(query);
  }

  @Override
  public long roleOid(String name) {
    return view.objects().roleOid(name);
  }

  @Override
  public List<String> schemas() {
    return view.source().scope().permanentPath().stream().map(SchemaEntry::name).toList();
  }

  @Override
  public long temporarySchemaOid() {
    SchemaEntry schema = view.source().scope().temporarySchema();
    return schema == null ? 0 : SystemOids.schema(schema);
  }

  @Override
  public boolean isOthersTemporary(long oid) {
    NameScope scope = view.source().scope();
    return scope.catalog().schemas(scope.database().id()).stream()
        .anyMatch(
            schema -> SystemOids.schema(schema) == oid && scope.isTemporaryOfOtherSession(schema));
  }
}
