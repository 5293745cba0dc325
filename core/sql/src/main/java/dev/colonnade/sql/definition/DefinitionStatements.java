package dev.colonnade.sql.definition;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.index.CreateIndexStatement;
import dev.colonnade.sql.definition.name.NamespaceStatements;
import dev.colonnade.sql.definition.object.ObjectStatements;
import dev.colonnade.sql.definition.privilege.PrivilegeStatements;
import dev.colonnade.sql.definition.query.CreateTableAsStatement;
import dev.colonnade.sql.definition.sequence.SequenceStatements;
import dev.colonnade.sql.definition.table.CreateTableStatement;
import dev.colonnade.sql.definition.table.alter.AlterTableStatement;
import dev.colonnade.sql.definition.type.CompositeStatements;
import dev.colonnade.sql.definition.type.DomainStatements;
import dev.colonnade.sql.definition.type.TypeStatements;
import dev.colonnade.sql.definition.view.CreateViewStatement;
import dev.colonnade.sql.frontend.FrontEnd;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.definition.AlterTable;
import dev.colonnade.sql.syntax.definition.Definition;
import dev.colonnade.sql.syntax.definition.IndexDefinition;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.sql.syntax.definition.PrivilegeDefinition;
import dev.colonnade.sql.syntax.definition.RoleDefinition;
import dev.colonnade.sql.syntax.definition.SchemaDefinition;
import dev.colonnade.sql.syntax.definition.SequenceDefinition;
import dev.colonnade.sql.syntax.definition.TableDefinition;
import dev.colonnade.sql.syntax.definition.TypeDefinition;
import dev.colonnade.sql.syntax.definition.UnsupportedDefinition;
import dev.colonnade.sql.syntax.definition.ViewDefinition;
import dev.colonnade.sql.syntax.query.DataStatement;
import java.security.SecureRandom;
import java.util.List;

/** Statements of definitions. Thread-safe. */
public final class DefinitionStatements {
  private final FrontEnd frontEnd;
  private final NamespaceStatements namespaces;
  private final ObjectStatements objects;

  /**
   * Creates the statements of definitions.
   *
   * @param frontEnd plans queries in definitions
   * @param random salts passwords
   */
  public DefinitionStatements(FrontEnd frontEnd, SecureRandom random) {
    this.frontEnd = requireNonNull(frontEnd, "frontEnd is null");
    this.namespaces = new NamespaceStatements(random);
    this.objects = new ObjectStatements(frontEnd);
  }

  /**
   * Returns the statement of a definition.
   *
   * @throws ColonnadeException with PostgreSQL's error and the position in the whole text
   */
  public PreparedStatement prepare(StatementText text, Definition definition, PlanContext context) {
    return new LocatedStatement(
        text, statement(text, definition, context), execution -> analysis(execution, context));
  }

  private PreparedStatement statement(
      StatementText text, Definition definition, PlanContext context) {
    return switch (definition) {
      case ViewDefinition.CreateView create ->
          new CreateViewStatement(text, create, execution -> analysis(execution, context));
      case TableDefinition.CreateTableAs create ->
          CreateTableAsStatement.of(
              create, frontEnd, context, table -> statement(text, table, context));
      case IndexDefinition.CreateIndex create ->
          new CreateIndexStatement(
              create,
              execution -> analysis(execution, context),
              (sql, execution) -> query(sql, execution, context));
      case ViewDefinition.CreateMaterializedView _ -> throw unsupported("CREATE MATERIALIZED VIEW");
      case ViewDefinition.RefreshMaterializedView _ ->
          throw unsupported("REFRESH MATERIALIZED VIEW");
      case SequenceDefinition sequence ->
          SequenceStatements.prepare(sequence, frontEnd.analysis(context));
      case TypeDefinition type ->
          TypeStatements.prepare(
              type,
              frontEnd.analysis(context),
              new DomainStatements(
                  execution -> analysis(execution, context),
                  (sql, execution) -> query(sql, execution, context)),
              new CompositeStatements(execution -> analysis(execution, context)));
      case SchemaDefinition schema ->
          namespaces.prepare(schema, context, (element, inner) -> statement(text, element, inner));
      case RoleDefinition role -> namespaces.prepare(role);
      case ObjectDefinition object -> objects.prepare(object, context);
      case PrivilegeDefinition privilege ->
          PrivilegeStatements.prepare(privilege, frontEnd.analysis(context));
      case UnsupportedDefinition unsupported -> throw unsupported(unsupported.name());
      case TableDefinition.CreateTable create ->
          new CreateTableStatement(create, execution -> analysis(execution, context));
      case AlterTable alter -> new AlterTableStatement(alter, frontEnd, context.settings());
    };
  }

  private StatementResult query(String sql, Execution execution, PlanContext context) {
    DataStatement query = (DataStatement) SqlParser.parse(sql).getFirst().statement();
    return frontEnd
        .plan(query, PlanContext.ofSystem(execution.transaction(), context.settings()))
        .run(execution);
  }

  private StatementAnalysis analysis(Execution execution, PlanContext context) {
    return frontEnd.analysis(
        new PlanContext(List.of(), execution.transaction(), context.settings()));
  }

  private static ColonnadeException unsupported(String name) {
    return new ColonnadeException(ErrorCode.UNSUPPORTED, name + " is not supported");
  }
}
