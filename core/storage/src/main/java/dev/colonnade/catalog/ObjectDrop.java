package dev.colonnade.catalog;

import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.name.TextUses;
import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TypeReferences;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.UserType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Drop of objects within a {@link CatalogEdit}: together with their dependents (CASCADE), or with
 * an error that lists the dependents (RESTRICT). Objects that a dropped object owns, such as the
 * sequences of a table, are dropped in both cases. Not thread-safe.
 */
public final class ObjectDrop {
  /** Maximum number of objects in a message. */
  private static final int REPORTED_MAX = 100;

  /** Object, column, constraint or default to be dropped. */
  private sealed interface Target {
    /** Returns the id of the object, or of the table that it is a part of. */
    int id();
  }

  private record OfSchema(SchemaEntry schema) implements Target {
    @Override
    public int id() {
      return schema.id();
    }
  }

  private record OfRelation(Relation relation) implements Target {
    @Override
    public int id() {
      return relation.id();
    }
  }

  private record OfType(UserType type) implements Target {
    @Override
    public int id() {
      return type.id();
    }
  }

  /** Type of the arrays of a type, which is dropped with it. */
  private record OfArrays(UserType type) implements Target {
    @Override
    public int id() {
      return type.id();
    }
  }

  private record OfColumn(int id, int columnId, String columnName) implements Target {}

  private record OfAttribute(int id, int attributeId, String attributeName) implements Target {}

  private record OfForeignKey(int id, String name) implements Target {}

  private record OfDefault(int id, int columnId, String columnName) implements Target {}

  /** CHECK constraint of a table or a domain. */
  private record OfCheck(int id, String name) implements Target {}

  private record OfPolicy(int id, String name) implements Target {}

  private record OfIndex(int id, int indexId, String name) implements Target {}

  /** Object that is dropped, and the object that it depends on. */
  private record Visit(Target target, Target cause) {}

  private final CatalogEdit edit;
  private final CatalogSnapshot before;
  private final boolean cascade;
  private final BiFunction<Integer, String, String> names;
  private final TextUses texts;
  private final Set<Target> visited = new LinkedHashSet<>();

  /** Ids of the visited relations. */
  private final Set<Integer> relationIds = new HashSet<>();

  /** All visits, each behind those of its dependents. */
  private final List<Visit> visits = new ArrayList<>();

  /**
   * Targets that are dropped without a notice: requested by the statement, or owned by a dropped
   * object.
   */
  private final Set<Target> requested = new HashSet<>();

  /** Creates an empty drop; dependents are dropped too if {@code cascade} is true. */
  public ObjectDrop(CatalogEdit edit, boolean cascade) {
    this(edit, cascade, TextUses.NONE, (_, name) -> name);
  }

  /**
   * Variant of {@link #ObjectDrop(CatalogEdit, boolean)} for a session.
   *
   * @param texts parts that depend on objects by their names in texts
   * @param names returns the name in messages of an object in the schema of an id
   */
  public ObjectDrop(
      CatalogEdit edit,
      boolean cascade,
      TextUses texts,
      BiFunction<Integer, String, String> names) {
    this.texts = texts;
    this.edit = edit;
    this.before = edit.snapshot();
    this.cascade = cascade;
    this.names = names;
  }

  /**
   * Drops relations. Throws DEPENDENT_OBJECTS if other objects depend on them and the drop does not
   * cascade.
   *
   * @return the dependents that were dropped in addition, as texts for notices
   */
  public List<String> dropRelations(List<? extends Relation> relations) {
    List<Target> targets = new ArrayList<>();
    for (Relation relation : relations) {
      if (relation instanceof SequenceEntry sequence) {
        requireNoIdentity(sequence);
      }
      targets.add(new OfRelation(relation));
    }
    return drop(targets);
  }

  /** Drops types. Returns the dependents as {@link #dropRelations} does. */
  public List<String> dropTypes(List<? extends UserType> types) {
    return drop(types.stream().<Target>map(OfType::new).toList());
  }

  /** Drops a column. Returns the dependents as {@link #dropRelations} does. */
  public List<String> dropColumn(Table table, Column column) {
    return drop(List.of(new OfColumn(table.id(), column.id(), column.name())));
  }

  /** Drops schemas with their objects. Returns the objects as {@link #dropRelations} does. */
  public List<String> dropSchemas(List<SchemaEntry> schemas) {
    return drop(schemas.stream().<Target>map(OfSchema::new).toList());
  }

  private List<String> drop(List<Target> targets) {
    requested.addAll(targets);
    targets.forEach(target -> visit(new Visit(target, target)));
    List<Visit> dropped =
        visits.reversed().stream().filter(visit -> !isSilent(visit.target())).toList();
    if (!cascade && !dropped.isEmpty()) {
      throw dependent(targets, dropped);
    }
    apply();
    return dropped.stream().map(visit -> text(visit.target())).toList();
  }

  private void visit(Visit visit) {
    Target target = visit.target();
    if (!visited.add(target)) {
      return;
    }
    if (target instanceof OfRelation) {
      relationIds.add(target.id());
    }
    List<Target> next = new ArrayList<>(ownedSequences(target));
    next.addAll(dependents(target));
    next.sort(Comparator.comparingInt(Target::id).reversed());
    next.forEach(dependent -> visit(new Visit(dependent, target)));
    visits.add(visit);
  }

  /** Returns whether the object is requested or owned, or a part of a table that is dropped. */
  private boolean isSilent(Target target) {
    if (requested.contains(target)) {
      return true;
    }
    return switch (target) {
      case OfColumn _, OfDefault _, OfForeignKey _, OfPolicy _ -> relationIds.contains(target.id());
      case OfIndex index -> relationIds.contains(index.id()) || losesColumn(index);
      case OfCheck check -> relationIds.contains(check.id()) || isVisitedType(check.id());
      case OfArrays _ -> true;
      case OfAttribute attribute -> isVisitedType(attribute.id());
      case OfSchema _, OfRelation _, OfType _ -> false;
    };
  }

  /** Returns whether a column of an index is dropped, with which the index goes. */
  private boolean losesColumn(OfIndex dropped) {
    return before.table(dropped.id()).descriptor().constraints().indexes().stream()
        .filter(index -> index.id() == dropped.indexId())
        .anyMatch(
            index ->
                visited.stream()
                    .anyMatch(
                        other ->
                            other instanceof OfColumn column
                                && column.id() == dropped.id()
                                && index.uses(column.columnId())));
  }

  private boolean isVisitedType(int id) {
    return visited.stream().anyMatch(other -> other instanceof OfType && other.id() == id);
  }

  /** Returns the kind and the name of an object for messages. */
  private String text(Target target) {
    return switch (target) {
      case OfSchema(SchemaEntry schema) -> "schema " + schema.name();
      case OfRelation(Relation relation) ->
          relation.kind() + " " + names.apply(relation.schemaId(), relation.name());
      case OfType(UserType type) ->
          "type " + names.apply(before.typeName(type.id()).schemaId(), type.name());
      case OfAttribute attribute ->
          "column "
              + attribute.attributeName()
              + " of composite "
              + text(new OfType(requireType(attribute.id())));
      case OfArrays(UserType type) -> text(new OfType(type)) + "[]";
      case OfColumn column -> "column " + column.columnName() + " of " + tableText(target);
      case OfForeignKey key -> "constraint " + key.name() + " on " + tableText(target);
      case OfCheck check when before.findTable(check.id()) == null -> "constraint " + check.name();
      case OfCheck check -> "constraint " + check.name() + " on " + tableText(target);
      case OfIndex index ->
          "index " + names.apply(before.table(index.id()).schemaId(), index.name());
      case OfPolicy policy -> "policy " + policy.name() + " on " + tableText(target);
      case OfDefault value ->
          "default value for column " + value.columnName() + " of " + tableText(target);
    };
  }

  private String tableText(Target part) {
    return text(new OfRelation(before.table(part.id())));
  }

  /** Returns the sequences that the target owns, which are dropped without a notice. */
  private List<Target> ownedSequences(Target target) {
    List<Target> owned = new ArrayList<>();
    for (Relation relation : before.relations()) {
      if (relation instanceof SequenceEntry sequence && owns(target, sequence)) {
        owned.add(new OfRelation(sequence));
        requested.add(new OfRelation(sequence));
      }
    }
    return owned;
  }

  private static boolean owns(Target target, SequenceEntry sequence) {
    SequenceEntry.Owner owner = sequence.owner();
    if (owner == null) {
      return false;
    }
    return switch (target) {
      case OfRelation(Relation relation) -> relation.id() == owner.tableId();
      case OfColumn column ->
          column.id() == owner.tableId() && column.columnId() == owner.columnId();
      default -> false; // other parts own no sequences
    };
  }

  /** Returns the objects that directly depend on the target. */
  private List<Target> dependents(Target target) {
    List<Target> dependents = new ArrayList<>();
    if (target instanceof OfSchema(SchemaEntry schema)) {
      before.relations(schema.id()).forEach(relation -> dependents.add(new OfRelation(relation)));
      before.types(schema.id()).forEach(type -> dependents.add(new OfType(type)));
      return dependents;
    }
    for (Relation relation : before.relations()) {
      if (relation instanceof View view && dependsOn(view, target)) {
        dependents.add(new OfRelation(view));
      }
      if (relation instanceof Table table) {
        addColumns(dependents, table, target);
      }
    }
    addTypes(dependents, target);
    if (target instanceof OfType(UserType type)) {
      dependents.add(new OfArrays(type));
    }
    addForeignKeys(dependents, target);
    addTexts(dependents, target);
    return dependents;
  }

  /** Adds the parts whose texts name the target. */
  private void addTexts(List<Target> dependents, Target target) {
    List<TextUses.Part> parts =
        switch (target) {
          case OfRelation(Relation relation) -> texts.ofObject(relation.id(), relation.name());
          case OfType(UserType type) -> texts.ofObject(type.id(), type.name());
          case OfColumn column ->
              texts.ofColumn(column.id(), column.columnId(), column.columnName());
          default -> List.of(); // texts do not name other parts
        };
    for (TextUses.Part part : parts) {
      dependents.add(
          switch (part) {
            case TextUses.Default value ->
                new OfDefault(
                    value.id(), value.columnId(), columnName(part.id(), value.columnId()));
            case TextUses.Generated value ->
                new OfColumn(value.id(), value.columnId(), columnName(part.id(), value.columnId()));
            case TextUses.Check check -> new OfCheck(check.id(), check.name());
            case TextUses.Index index -> new OfIndex(index.id(), index.indexId(), index.name());
            case TextUses.Policy policy -> new OfPolicy(policy.id(), policy.name());
            case TextUses.DomainDefault value -> new OfType(requireType(value.id()));
          });
    }
  }

  private String columnName(int tableId, int columnId) {
    return before.table(tableId).schema().column(columnId).name();
  }

  private void addTypes(List<Target> dependents, Target target) {
    for (UserType type : before.types()) {
      if (type instanceof CompositeType row) {
        addAttributes(dependents, row, target);
        continue;
      }
      boolean depends =
          switch (target) {
            case OfType(UserType used) -> isOver(type, used, false);
            case OfArrays(UserType used) -> isOver(type, used, true);
            case OfRelation(SequenceEntry sequence) ->
                CatalogDifference.sequencesOf(type).contains(sequence.id());
            default -> false; // types depend on types and sequences only
          };
      if (depends) {
        dependents.add(new OfType(type));
      }
    }
  }

  private static void addAttributes(List<Target> dependents, CompositeType row, Target target) {
    for (CompositeType.Attribute attribute : row.attributes()) {
      boolean depends =
          switch (target) {
            case OfType(UserType used) -> isDeclaredWith(attribute, used, false);
            case OfArrays(UserType used) -> isDeclaredWith(attribute, used, true);
            default -> false; // attributes depend on types only
          };
      if (depends) {
        dependents.add(new OfAttribute(row.id(), attribute.id(), attribute.name()));
      }
    }
  }

  private static boolean isDeclaredWith(
      CompositeType.Attribute attribute, UserType used, boolean asArray) {
    return TypeReferences.isDeclaredWith(attribute.type(), attribute.domain(), used, asArray);
  }

  private UserType requireType(int id) {
    Map.Entry<?, UserType> found = before.findNamedType(id);
    if (found == null) {
      throw new IllegalStateException("no such type: id=" + id);
    }
    return found.getValue();
  }

  private static boolean isOver(UserType type, UserType used, boolean asArray) {
    return type.references().contains(used.id())
        && (type instanceof DomainType domain && domain.isOverArrays()) == asArray;
  }

  private void addForeignKeys(List<Target> dependents, Target target) {
    int tableId =
        switch (target) {
          case OfRelation(Relation relation) -> relation.id();
          case OfColumn column -> column.id();
          default -> 0; // foreign keys reference tables and columns
        };
    for (CatalogSnapshot.Reference reference : before.referencesTo(tableId)) {
      boolean isReferenced =
          !(target instanceof OfColumn column)
              || reference.key().target().columnIds().contains(column.columnId());
      if (isReferenced) {
        Table table = reference.table();
        dependents.add(new OfForeignKey(table.id(), reference.key().name()));
      }
    }
  }

  private static boolean dependsOn(View view, Target target) {
    return switch (target) {
      case OfRelation(Relation relation) -> view.dependsOn(relation.id());
      case OfType(UserType type) -> view.dependsOn(type.id());
      case OfColumn column -> view.dependsOn(column.id(), column.columnId());
      default -> false; // queries name no other parts
    };
  }

  private static void addColumns(List<Target> dependents, Table table, Target target) {
    for (Column column : table.schema().columns()) {
      switch (target) {
        case OfType(UserType type) when TypeReferences.isDeclaredWith(column, type, false) ->
            dependents.add(new OfColumn(table.id(), column.id(), column.name()));
        case OfArrays(UserType type) when TypeReferences.isDeclaredWith(column, type, true) ->
            dependents.add(new OfColumn(table.id(), column.id(), column.name()));
        case OfRelation(SequenceEntry sequence) when usesSequence(table, column, sequence) ->
            dependents.add(new OfDefault(table.id(), column.id(), column.name()));
        case OfColumn used when isGeneratedFrom(table, column, used) ->
            dependents.add(new OfColumn(table.id(), column.id(), column.name()));
        default -> {} // columns depend on types, sequences, and columns that they are computed from
      }
    }
  }

  private static boolean isGeneratedFrom(Table table, Column column, OfColumn used) {
    GeneratedColumn generated = table.descriptor().properties().generated().get(column.id());
    return generated != null
        && table.id() == used.id()
        && generated.columnIds().contains(used.columnId());
  }

  private static boolean usesSequence(Table table, Column column, SequenceEntry sequence) {
    String text = table.descriptor().defaults().get(column.id());
    return text != null && DefaultClause.sequencesIn(text).contains(sequence.id());
  }

  private void apply() {
    Map<Integer, Set<Integer>> columns = new HashMap<>();
    Map<Integer, Set<Integer>> defaults = new HashMap<>();
    List<Target> parts = new ArrayList<>();
    for (Target target : visited) {
      switch (target) {
        case OfRelation(Relation relation) -> edit.remove(relation);
        case OfColumn column ->
            columns.computeIfAbsent(column.id(), _ -> new HashSet<>()).add(column.columnId());
        case OfDefault value ->
            defaults.computeIfAbsent(value.id(), _ -> new HashSet<>()).add(value.columnId());
        case OfForeignKey _, OfCheck _, OfPolicy _, OfIndex _ -> parts.add(target);
        case OfAttribute attribute -> dropAttribute(attribute);
        case OfType _, OfArrays _, OfSchema _ -> {} // dropped below, after the columns of this type
      }
    }
    parts.forEach(this::dropPart);
    columns.forEach(this::dropColumns);
    defaults.forEach(this::dropDefaults);
    for (Target target : visited) {
      if (target instanceof OfType(UserType type)) {
        edit.dropOrRetain(type);
      }
    }
    for (Target target : visited) {
      if (target instanceof OfSchema(SchemaEntry schema)) {
        new NamespaceEdit(edit).dropSchema(schema);
      }
    }
  }

  private void dropAttribute(OfAttribute dropped) {
    Map.Entry<?, UserType> found = edit.snapshot().findNamedType(dropped.id());
    if (found != null && found.getValue() instanceof CompositeType row) {
      for (CompositeType.Attribute attribute : row.attributes()) {
        if (attribute.id() == dropped.attributeId()) {
          edit.changeType(row.without(attribute));
        }
      }
    }
  }

  private void dropPart(Target part) {
    switch (part) {
      case OfForeignKey key -> dropConstraint(key.id(), key.name());
      case OfCheck check -> dropConstraint(check.id(), check.name());
      case OfIndex index -> {
        Table table = edit.snapshot().findTable(index.id());
        if (table != null) {
          edit.changeConstraints(
              table, table.descriptor().constraints().withoutIndex(index.indexId()));
        }
      }
      case OfPolicy policy -> {
        if (edit.snapshot().findTable(policy.id()) != null) {
          edit.changeRowSecurity(
              policy.id(), edit.snapshot().rowSecurity(policy.id()).without(policy.name()));
        }
      }
      default -> throw new IllegalStateException("no part: " + part);
    }
  }

  /** Drops a foreign key, or a CHECK constraint of a table or a domain. */
  private void dropConstraint(int id, String name) {
    Table table = edit.snapshot().findTable(id);
    if (table != null) {
      edit.changeConstraints(table, table.descriptor().constraints().withoutConstraint(name));
      return;
    }
    Map.Entry<?, UserType> type = edit.snapshot().findNamedType(id);
    if (type != null && type.getValue() instanceof DomainType domain) {
      edit.changeType(
          domain.withChecks(
              domain.checks().stream().filter(check -> !check.name().equals(name)).toList()));
    }
  }

  private void dropColumns(int tableId, Set<Integer> columnIds) {
    for (int columnId : columnIds) {
      Table table = edit.snapshot().findTable(tableId);
      if (table != null) {
        String name = table.schema().column(columnId).name();
        edit.changeColumns(table, table.history().dropColumn(name));
        edit.comment(new CommentTarget(tableId, columnId), null);
      }
    }
  }

  private void dropDefaults(int tableId, Set<Integer> columnIds) {
    Table table = edit.snapshot().findTable(tableId);
    if (table != null) {
      Map<Integer, String> left = new HashMap<>(table.descriptor().defaults());
      left.keySet().removeAll(columnIds);
      edit.changeProperties(table, table.descriptor().properties().withDefaults(left));
    }
  }

  private void requireNoIdentity(SequenceEntry sequence) {
    SequenceEntry.Owner owner = sequence.owner();
    if (owner != null && owner.isIdentity()) {
      String column = before.table(owner.tableId()).schema().column(owner.columnId()).name();
      String part = text(new OfColumn(owner.tableId(), owner.columnId(), column));
      throw new ColonnadeException(
          ErrorCode.DEPENDENT_OBJECTS,
          "cannot drop %s because %s requires it".formatted(text(new OfRelation(sequence)), part),
          ErrorFields.NONE.withHint("You can drop %s instead.".formatted(part)));
    }
  }

  private ColonnadeException dependent(List<Target> targets, List<Visit> dropped) {
    List<String> lines = new ArrayList<>();
    for (Visit visit : dropped.subList(0, Math.min(dropped.size(), REPORTED_MAX))) {
      lines.add(text(visit.target()) + " depends on " + text(visit.cause()));
    }
    if (dropped.size() > REPORTED_MAX) {
      int others = dropped.size() - REPORTED_MAX;
      lines.add(
          "and %d other object%s (see server log for list)"
              .formatted(others, others == 1 ? "" : "s"));
    }
    String message =
        targets.size() == 1
            ? "cannot drop %s because other objects depend on it"
                .formatted(text(targets.getFirst()))
            : "cannot drop desired object(s) because other objects depend on them";
    return new ColonnadeException(
        ErrorCode.DEPENDENT_OBJECTS,
        message,
        ErrorFields.NONE
            .withDetail(String.join("\n", lines))
            .withHint("Use DROP ... CASCADE to drop the dependent objects too."));
  }
}
