package dev.colonnade.sql.definition.type;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.lookup.TypeLookup;
import dev.colonnade.sql.frontend.text.CommandTag;
import dev.colonnade.sql.statement.DefinitionStatement;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.syntax.definition.TypeDefinition;
import java.util.function.Consumer;

/** Statements about types. The types that can be defined are enums, domains and composite types. */
public final class TypeStatements {
  private TypeStatements() {}

  /**
   * Returns the statement of a definition.
   *
   * @param analysis resolves the names of types
   * @param domains statements about domains
   * @param rows statements about composite types
   * @throws ColonnadeException UNSUPPORTED if the type is a range
   */
  public static PreparedStatement prepare(
      TypeDefinition definition,
      StatementAnalysis analysis,
      DomainStatements domains,
      CompositeStatements rows) {
    TypeLookup types = new TypeLookup(analysis);
    return switch (definition) {
      case TypeDefinition.CreateEnum create ->
          statement(create, execution -> EnumTypeStatements.create(create, execution));
      case TypeDefinition.AddLabel add ->
          statement(add, execution -> EnumTypeStatements.add(add, types, execution));
      case TypeDefinition.RenameLabel rename ->
          statement(rename, execution -> EnumTypeStatements.rename(rename, analysis, execution));
      case TypeDefinition.CreateComposite create ->
          statement(create, withoutPosition(execution -> rows.create(create, execution)));
      case TypeDefinition.AlterComposite alter ->
          statement(alter, withoutPosition(execution -> rows.alter(alter, execution)));
      case TypeDefinition.CreateRange _ ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED, "CREATE TYPE ... AS RANGE is not supported");
      case TypeDefinition.CreateDomain create ->
          statement(create, withoutPosition(execution -> domains.create(create, execution)));
      case TypeDefinition.AlterDomain alter ->
          statement(alter, withoutPosition(execution -> domains.alter(alter, execution)));
    };
  }

  /** PostgreSQL does not know the text of the statement when it reads the clauses of domains. */
  private static Consumer<Execution> withoutPosition(Consumer<Execution> work) {
    return execution -> {
      try {
        work.accept(execution);
      } catch (ColonnadeException e) {
        throw e.position() == 0 ? e : e.with(e.fields().withPosition(0));
      }
    };
  }

  private static PreparedStatement statement(TypeDefinition definition, Consumer<Execution> work) {
    return new DefinitionStatement(CommandTag.of(definition), work);
  }
}
