package dev.colonnade.sql.analyze.scope;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.NameResolver;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.system.SystemOids;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names that the expressions of one query see, and those of the queries around it. It follows
 * PostgreSQL's {@code parse_relation.c}. One thread.
 */
public final class Scope implements NameResolver, KnownRelations {
  private final StatementAnalysis statement;
  private final @Nullable Scope outer;
  private final ReferencePositions positions;
  private final List<NamespaceItem> items = new ArrayList<>();
  private final List<ScopeRelation> relations = new ArrayList<>();
  private final Map<Variable, String> columnNames = new HashMap<>();
  private boolean isLateralActive;

  /**
   * Creates the scope of a query without relations.
   *
   * @param outer scope of the query around it; null for none
   */
  public Scope(StatementAnalysis statement, @Nullable Scope outer) {
    this.statement = requireNonNull(statement, "statement is null");
    this.outer = outer;
    this.positions = outer == null ? new ReferencePositions() : outer.positions;
  }

  @Override
  public StatementAnalysis statement() {
    return statement;
  }

  @Override
  public @Nullable Scope outer() {
    return outer;
  }

  /** Returns the relations that are visible. */
  public List<NamespaceItem> items() {
    return List.copyOf(items);
  }

  /** Replaces the relations that are visible. */
  public void setItems(List<NamespaceItem> others) {
    items.clear();
    items.addAll(others);
  }

  /** Adds a relation that all names find. */
  public void add(ScopeRelation relation) {
    items.add(NamespaceItem.visible(relation));
    define(relation);
  }

  /** Records a relation that the query reads, whether it is visible or not. */
  public void define(ScopeRelation relation) {
    relations.add(relation);
    if (relation.isJoin()) {
      return;
    }
    for (NamedColumn column : relation.columns()) {
      if (column.value().expression() instanceof Variable variable) {
        positions.origin(variable, column.origin());
        columnNames.putIfAbsent(variable, relation.shownName() + "." + column.name());
      }
    }
  }

  /** Records a variable that a join defines, as a merged column. */
  public void define(Variable variable, String name) {
    columnNames.put(variable, name);
  }

  @Override
  public List<ScopeRelation> definedRelations() {
    return relations;
  }

  /** Returns whether FROM of this query defines a variable. */
  public boolean defines(Variable variable) {
    return columnNames.containsKey(variable);
  }

  /** Returns the relation and the column of a variable, for messages. */
  public String nameOf(Variable variable) {
    return columnNames.getOrDefault(variable, variable.name());
  }

  /** Returns the position of a reference to a column; -1 if it is not known. */
  public int positionOf(Variable reference) {
    return positions.of(reference);
  }

  /** Sets whether a LATERAL item of FROM is being analyzed, and returns what was set. */
  public boolean setLateralActive(boolean active) {
    boolean before = isLateralActive;
    isLateralActive = active;
    return before;
  }

  @Override
  public TypedExpression resolve(Reference.Column column) {
    List<String> names = column.names();
    return switch (names.size()) {
      case 1 -> single(names.getFirst(), column);
      case 2 -> qualified(null, names, column);
      case 3 -> qualified(names.getFirst(), names.subList(1, 3), column);
      case 4 -> {
        requireDatabase(names, column.position());
        yield qualified(names.get(1), names.subList(2, 4), column);
      }
      default -> throw tooManyNames(names, column.position());
    };
  }

  private void requireDatabase(List<String> names, int position) {
    if (!names.getFirst().equals(statement.names().database().name())) {
      throw ScopeErrors.at(
          ErrorCode.UNSUPPORTED,
          "cross-database references are not implemented: " + String.join(".", names),
          position);
    }
  }

  private static RuntimeException tooManyNames(List<String> names, int position) {
    return ScopeErrors.at(
        ErrorCode.SYNTAX_ERROR,
        "improper qualified name (too many dotted names): " + String.join(".", names),
        position);
  }

  private TypedExpression single(String name, Reference.Column column) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      NamedColumn found = scope.findColumn(name, column.position());
      if (found != null) {
        record(column, found, false);
        return reference(found, column.position());
      }
    }
    ScopeRelation relation = find(null, name, column.position());
    if (relation != null) {
      recordRow(relation, column.position());
      return wholeRow(relation, column.position());
    }
    throw MissingNames.missingColumn(this, null, name, column.position());
  }

  /** Returns the column of a name that the relations of this query have; null if none has it. */
  public @Nullable NamedColumn findColumn(String name, int position) {
    NamedColumn result = null;
    for (NamespaceItem item : items) {
      if (!item.areColumnsVisible() || (item.isLateralOnly() && !isLateralActive)) {
        continue;
      }
      NamedColumn found = column(item.relation(), name, position);
      if (found != null) {
        if (result != null) {
          throw ambiguous(name, position);
        }
        requireLateral(item, position);
        result = found;
      }
    }
    return result;
  }

  private static RuntimeException ambiguous(String name, int position) {
    return ScopeErrors.at(
        ErrorCode.AMBIGUOUS_COLUMN,
        "column reference \"%s\" is ambiguous".formatted(name),
        position);
  }

  private static @Nullable NamedColumn column(ScopeRelation relation, String name, int position) {
    NamedColumn result = null;
    for (NamedColumn column : relation.columns()) {
      if (column.name().equals(name)) {
        if (result != null) {
          throw ambiguous(name, position);
        }
        result = column;
      }
    }
    if (result != null) {
      return result;
    }
    for (NamedColumn column : relation.systemColumns()) {
      if (column.name().equals(name)) {
        return column;
      }
    }
    return null;
  }

  private static void requireLateral(NamespaceItem item, int position) {
    if (item.isLateralOnly() && !item.isLateralAllowed()) {
      throw ScopeErrors.notLateral(item.relation().shownName(), position);
    }
  }

  private TypedExpression qualified(
      @Nullable String schema, List<String> names, Reference.Column column) {
    String relationName = names.getFirst();
    String name = names.getLast();
    ScopeRelation relation = find(schema, relationName, column.position());
    if (relation == null) {
      throw MissingNames.missingRelation(this, schema, relationName, column.position());
    }
    NamedColumn found = column(relation, name, column.position());
    if (found == null) {
      throw MissingNames.missingColumn(this, relationName, name, column.position());
    }
    record(column, found, !relation.isAliased());
    return reference(found, column.position());
  }

  @Override
  public @Nullable ScopeRelation find(@Nullable String schema, String name, int position) {
    long oid = schema == null ? 0 : RelationNames.oidOf(statement.names(), schema, name);
    if (schema != null && oid == 0) {
      return null;
    }
    for (Scope scope = this; scope != null; scope = scope.outer) {
      ScopeRelation found = scope.findHere(oid, name, position);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable ScopeRelation findHere(long oid, String name, int position) {
    ScopeRelation result = null;
    for (NamespaceItem item : items) {
      if (!item.isNameVisible() || (item.isLateralOnly() && !isLateralActive)) {
        continue;
      }
      ScopeRelation relation = item.relation();
      boolean matches =
          oid == 0
              ? relation.name().equals(name)
              : !relation.isAliased() && relation.relationOid() == oid;
      if (matches) {
        if (result != null) {
          throw ScopeErrors.at(
              ErrorCode.DUPLICATE_ALIAS,
              "table reference \"%s\" is ambiguous".formatted(name),
              position);
        }
        requireLateral(item, position);
        result = relation;
      }
    }
    return result;
  }

  /** Returns the column of a table that a variable of this query or one around it is. */
  public Origin originOf(Variable variable) {
    return positions.originOf(variable);
  }

  private TypedExpression reference(NamedColumn column, int position) {
    TypedExpression value = column.value();
    statement.read(column.origin());
    if (!(value.expression() instanceof Variable variable)) {
      return value.at(position);
    }
    NameUses uses = statement.uses();
    if (uses != null) {
      uses.addColumn(positions.originOf(variable));
    }
    return new TypedExpression(
        positions.reference(variable, position), value.type(), value.fields(), position);
  }

  private TypedExpression wholeRow(ScopeRelation relation, int position) {
    if (relation.isScalar() && relation.columns().size() == 1) {
      return reference(relation.columns().getFirst(), position);
    }
    List<Expression> values = new ArrayList<>();
    List<NamedColumn> columns = new ArrayList<>();
    for (NamedColumn column : relation.columns()) {
      TypedExpression value = reference(column, position);
      values.add(value.expression());
      columns.add(new NamedColumn(column.name(), value, column.origin()));
    }
    return WholeRows.of(statement.registry(), relation, columns, values, position);
  }

  @Override
  public List<NamedColumn> star(Reference.Star star) {
    List<String> names = star.qualifier();
    if (names.isEmpty()) {
      return allColumns(star.position());
    }
    ScopeRelation relation = relationOf(star);
    StarNames.record(star, relation, statement.uses());
    return references(relation.columns(), star.position());
  }

  @Override
  public TypedExpression wholeRow(Reference.Star star) {
    return wholeRow(relationOf(star), star.position());
  }

  /** Records a reference for changes of the text, if a relation of FROM has the column. */
  private void record(Reference.Column column, NamedColumn found, boolean isByRelation) {
    NameUses uses = statement.uses();
    if (uses == null) {
      return;
    }
    for (Scope scope = this; scope != null; scope = scope.outer) {
      for (ScopeRelation relation : scope.relations) {
        if (relation.relationOid() != 0 && relation.has(found)) {
          uses.addReference(
              column.position(),
              new NameUses.Reference(
                  column.names(),
                  SystemOids.idOf(relation.relationOid()),
                  found.origin().columnNumber(),
                  isByRelation));
          return;
        }
      }
    }
  }

  private void recordRow(ScopeRelation relation, int position) {
    NameUses uses = statement.uses();
    if (uses != null && !relation.isAliased() && relation.relationOid() != 0) {
      uses.addRow(position, SystemOids.idOf(relation.relationOid()));
    }
  }

  /** Returns the recorder of the names in the text; null if nothing is recorded. */
  public @Nullable NameUses uses() {
    return statement.uses();
  }

  private ScopeRelation relationOf(Reference.Star star) {
    List<String> names = star.qualifier();
    if (names.size() > 3) {
      throw tooManyNames(names, star.position());
    }
    if (names.size() == 3) {
      requireDatabase(names, star.position());
    }
    String schema = names.size() == 1 ? null : names.get(names.size() - 2);
    ScopeRelation relation = find(schema, names.getLast(), star.position());
    if (relation == null) {
      throw MissingNames.missingRelation(this, schema, names.getLast(), star.position());
    }
    if (names.size() == 1) {
      recordRow(relation, star.position());
    }
    return relation;
  }

  private List<NamedColumn> allColumns(int position) {
    List<NamedColumn> all = new ArrayList<>();
    boolean isEmpty = true;
    for (NamespaceItem item : items) {
      if (item.areColumnsVisible()) {
        all.addAll(references(item.relation().columns(), position));
        isEmpty = false;
      }
    }
    if (isEmpty) {
      throw ScopeErrors.at(
          ErrorCode.SYNTAX_ERROR, "SELECT * with no tables specified is not valid", position);
    }
    StarNames.record(position, items, statement.uses());
    return all;
  }

  private List<NamedColumn> references(List<NamedColumn> columns, int position) {
    List<NamedColumn> all = new ArrayList<>();
    for (NamedColumn column : columns) {
      TypedExpression value = reference(column, position);
      all.add(new NamedColumn(column.name(), value, column.origin()));
    }
    return all;
  }
}
