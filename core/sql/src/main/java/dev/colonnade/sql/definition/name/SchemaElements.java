package dev.colonnade.sql.definition.name;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.Statement;
import dev.colonnade.sql.syntax.definition.Definition;
import dev.colonnade.sql.syntax.definition.IndexDefinition;
import dev.colonnade.sql.syntax.definition.SequenceDefinition;
import dev.colonnade.sql.syntax.definition.TableDefinition;
import dev.colonnade.sql.syntax.definition.TableDefinition.NewTable;
import dev.colonnade.sql.syntax.definition.ViewDefinition;
import dev.colonnade.sql.syntax.query.FromItem;
import java.util.List;

/**
 * Objects that CREATE SCHEMA creates in the new schema.
 *
 * @param schema the new schema
 * @param preparer makes the statements of the objects
 */
record SchemaElements(SchemaEntry schema, Preparer preparer) {
  SchemaElements {
    requireNonNull(schema, "schema is null");
    requireNonNull(preparer, "preparer is null");
  }

  /** Preparation of a definition. */
  @FunctionalInterface
  interface Preparer {
    PreparedStatement prepare(Definition definition, PlanContext context);
  }

  /** Creates the objects in PostgreSQL's order, which lets one refer to others. */
  void create(List<Statement> elements, PlanContext context, Execution execution) {
    List<Definition> definitions =
        elements.stream().map(element -> within((Definition) element)).toList();
    for (int order = 0; order <= ORDER_MAX; order++) {
      for (Definition definition : definitions) {
        if (orderOf(definition) == order) {
          run(definition, context, execution);
        }
      }
    }
  }

  private static final int ORDER_MAX = 5;

  private static int orderOf(Definition definition) {
    return switch (definition) {
      case SequenceDefinition _ -> 0;
      case TableDefinition _ -> 1;
      case ViewDefinition _ -> 2;
      case IndexDefinition _ -> 3;
      case dev.colonnade.sql.syntax.definition.UnsupportedDefinition _ -> 4;
      default -> ORDER_MAX;
    };
  }

  private void run(Definition definition, PlanContext context, Execution execution) {
    SchemaTransaction transaction = new SchemaTransaction(execution.transaction(), schema);
    PlanContext within = new PlanContext(context.types(), transaction, context.settings());
    Execution inner =
        new Execution(
            transaction,
            execution.parameters(),
            execution.cancellation(),
            execution.settings(),
            execution.notices(),
            execution.resources());
    preparer.prepare(definition, within).run(inner).close();
  }

  /** Returns the definition of an object with the name of the schema. */
  private Definition within(Definition definition) {
    return switch (definition) {
      case TableDefinition.CreateTable create ->
          new TableDefinition.CreateTable(
              within(create.table()),
              create.origin(),
              create.partitioning(),
              create.storage(),
              create.position());
      case TableDefinition.CreateTableAs create ->
          new TableDefinition.CreateTableAs(
              within(create.table()),
              create.columns(),
              create.storage(),
              create.source(),
              create.withData(),
              create.position());
      case SequenceDefinition.CreateSequence create ->
          new SequenceDefinition.CreateSequence(
              within(create.sequence()), create.options(), create.position());
      case ViewDefinition.CreateView create -> within(create);
      case IndexDefinition.CreateIndex create -> within(create);
      default -> definition;
    };
  }

  private Definition within(ViewDefinition.CreateView create) {
    ViewDefinition.NewView view = create.view();
    return new ViewDefinition.CreateView(
        new ViewDefinition.NewView(
            view.temporary() ? view.name() : within(view.name()),
            view.replace(),
            view.temporary(),
            view.recursive()),
        create.columns(),
        create.options(),
        create.query(),
        create.span(),
        create.check(),
        create.position());
  }

  private Definition within(IndexDefinition.CreateIndex create) {
    FromItem.Relation table = create.table();
    return new IndexDefinition.CreateIndex(
        create.index(),
        new FromItem.Relation(within(table.name()), table.only()),
        create.accessMethod(),
        create.elements(),
        create.clauses(),
        create.position());
  }

  private NewTable within(NewTable table) {
    return table.persistence() == TableDefinition.Persistence.TEMPORARY
        ? table
        : new NewTable(within(table.name()), table.persistence(), table.ifNotExists());
  }

  private QualifiedName within(QualifiedName name) {
    List<String> parts = name.parts();
    if (parts.size() == 1) {
      return new QualifiedName(List.of(schema.name(), name.last()), name.position());
    }
    String other = parts.get(parts.size() - 2);
    if (!other.equals(schema.name())) {
      throw new ColonnadeException(
          ErrorCode.INVALID_SCHEMA_DEFINITION,
          "CREATE specifies a schema (%s) different from the one being created (%s)"
              .formatted(other, schema.name()));
    }
    return name;
  }
}
