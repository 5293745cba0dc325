package dev.colonnade.sql.definition.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.lookup.TypeLookup;
import dev.colonnade.sql.definition.table.column.ColumnTypeResolver;
import dev.colonnade.sql.definition.text.StoredTextUses;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.TypeDefinition;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.UserType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.DeclaredType;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** CREATE TYPE ... AS (...), and ALTER TYPE with changes of attributes. */
public final class CompositeStatements {
  /** Id of a type that is not in the catalog. */
  private static final int DETACHED = 0;

  private final Function<Execution, StatementAnalysis> analyses;

  /**
   * Creates the statements.
   *
   * @param analyses of definitions, in the catalog of a transaction
   */
  public CompositeStatements(Function<Execution, StatementAnalysis> analyses) {
    this.analyses = requireNonNull(analyses, "analyses is null");
  }

  void create(TypeDefinition.CreateComposite create, Execution execution) {
    NameScope names = execution.transaction().names();
    StatementAnalysis analysis = analyses.apply(execution);
    ObjectName name = names.newName(create.name().parts());
    TypeLookup.requireFree(names.catalog(), name);
    CompositeType type = new CompositeType(DETACHED, name.name(), List.of(), 1);
    for (FromItem.ColumnDefinition attribute : create.attributes()) {
      type = with(type, attribute, analysis);
    }
    CompositeType created = type;
    execution.transaction().catalogChanges().alter(edit -> edit.createComposite(name, created));
  }

  private static CompositeType with(
      CompositeType type, FromItem.ColumnDefinition attribute, StatementAnalysis analysis) {
    if (type.find(attribute.name()) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_COLUMN,
          type.id() == DETACHED
              ? "column \"%s\" specified more than once".formatted(attribute.name())
              : "column \"%s\" of relation \"%s\" already exists"
                  .formatted(attribute.name(), type.name()));
    }
    DeclaredType declared = typeOf(attribute, analysis);
    boolean isRecursive =
        UserType.within(declared.stored()).stream()
            .anyMatch(used -> type.id() != DETACHED && used.id() == type.id());
    if (isRecursive) {
      throw new ColonnadeException(
          ErrorCode.INVALID_DEFINITION,
          "composite type %s cannot be made a member of itself".formatted(type.name()));
    }
    return type.withAttribute(attribute.name(), declared.stored(), declared.domain());
  }

  private static DeclaredType typeOf(
      FromItem.ColumnDefinition attribute, StatementAnalysis analysis) {
    var collation = attribute.collation();
    if (collation != null && !collation.last().equals("default")) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "COLLATE is not supported",
          ErrorFields.at(collation.position() + 1));
    }
    DeclaredType declared = new ColumnTypeResolver(analysis).of(attribute.name(), attribute.type());
    if (declared.modifier() != DeclaredType.NONE) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "a type modifier of this type is not supported for attributes: attribute="
              + attribute.name());
    }
    return declared;
  }

  void alter(TypeDefinition.AlterComposite alter, Execution execution) {
    StatementAnalysis analysis = analyses.apply(execution);
    CompositeType type = requireComposite(alter, analysis);
    CompositeType changed = type;
    for (TypeDefinition.AttributeAction action : alter.actions()) {
      changed = altered(changed, action, analysis, execution);
    }
    CompositeType result = changed;
    if (!result.equals(type)) {
      execution.transaction().catalogChanges().alter(edit -> edit.changeType(result));
    }
  }

  private static CompositeType requireComposite(
      TypeDefinition.AlterComposite alter, StatementAnalysis analysis) {
    TypeLookup.Target target = new TypeLookup(analysis).require(alter.name());
    if (target instanceof TypeLookup.OfUser(CompositeType type, _)) {
      return type;
    }
    boolean isOfRows = target instanceof TypeLookup.OfRows;
    throw new ColonnadeException(
        isOfRows ? ErrorCode.WRONG_OBJECT_TYPE : ErrorCode.UNKNOWN_TABLE,
        isOfRows
            ? "\"%s\" is not a composite type".formatted(alter.name().last())
            : "relation \"%s\" does not exist".formatted(alter.name().dotted()));
  }

  private static CompositeType altered(
      CompositeType type,
      TypeDefinition.AttributeAction action,
      StatementAnalysis analysis,
      Execution execution) {
    FromItem.ColumnDefinition attribute = action.attribute();
    if (attribute == null) {
      return dropped(type, action, analysis, execution);
    }
    if (action.keyword().equals("ADD")) {
      return with(type, attribute, analysis);
    }
    CompositeType.Attribute before = type.find(attribute.name());
    if (before == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN,
          "column \"%s\" of relation \"%s\" does not exist"
              .formatted(attribute.name(), type.name()));
    }
    requireUnused(type, execution);
    DeclaredType declared = typeOf(attribute, analysis);
    return type.with(
        before,
        new CompositeType.Attribute(
            before.id(), before.name(), declared.stored(), declared.domain()));
  }

  private static CompositeType dropped(
      CompositeType type,
      TypeDefinition.AttributeAction action,
      StatementAnalysis analysis,
      Execution execution) {
    String name = requireNonNull(action.dropped(), "dropped is null");
    CompositeType.Attribute attribute = type.find(name);
    if (attribute != null) {
      requireUnused(type, name, analysis);
      return type.without(attribute);
    }
    String message = "column \"%s\" of relation \"%s\" does not exist".formatted(name, type.name());
    if (!action.ifExists()) {
      throw new ColonnadeException(ErrorCode.UNKNOWN_COLUMN, message);
    }
    execution.notices().skipped(ErrorCode.UNKNOWN_COLUMN, message);
    return type;
  }

  /** Throws DEPENDENT_OBJECTS if a text of the catalog selects an attribute. */
  private static void requireUnused(
      CompositeType type, String attribute, StatementAnalysis analysis) {
    List<String> owners = new StoredTextUses(analysis).ownersOf(type, attribute);
    if (!owners.isEmpty()) {
      String dropped = "column %s of composite type %s".formatted(attribute, type.name());
      throw new ColonnadeException(
          ErrorCode.DEPENDENT_OBJECTS,
          "cannot drop %s because other objects depend on it".formatted(dropped),
          ErrorFields.NONE.withDetail(
              owners.stream()
                  .map(owner -> owner + " depends on " + dropped)
                  .collect(Collectors.joining("\n"))));
    }
  }

  /** Throws UNSUPPORTED if a column has values of a type. */
  private static void requireUnused(CompositeType type, Execution execution) {
    for (Table table : execution.transaction().catalog().tables()) {
      for (Column column : table.schema().columns()) {
        boolean isUsed =
            UserType.within(column.type()).stream().anyMatch(used -> used.id() == type.id());
        if (isUsed) {
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED,
              "cannot alter type \"%s\" because column \"%s.%s\" uses it"
                  .formatted(type.name(), table.name(), column.name()));
        }
      }
    }
  }
}
