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

/** Statements about types. The only types that can be defined are enums. */
public final class TypeStatements {
  private TypeStatements() {}

  /**
   * Returns the statement of a definition.
   *
   * @param analysis resolves the names of types
   * @throws ColonnadeException UNSUPPORTED if the type is no enum
   */
  public static PreparedStatement prepare(TypeDefinition definition, StatementAnalysis analysis) {
    TypeLookup types = new TypeLookup(analysis);
    return switch (definition) {
      case TypeDefinition.CreateEnum create ->
          statement(create, execution -> EnumTypeStatements.create(create, execution));
      case TypeDefinition.AddLabel add ->
          statement(add, execution -> EnumTypeStatements.add(add, types, execution));
      case TypeDefinition.RenameLabel rename ->
          statement(rename, execution -> EnumTypeStatements.rename(rename, types, execution));
      case TypeDefinition.CreateComposite _, TypeDefinition.CreateRange _ ->
          throw unsupported(definition);
      case TypeDefinition.CreateDomain create -> {
        types.type(create.type());
        throw unsupported(definition);
      }
      case TypeDefinition.AlterDomain alter -> {
        types.require(alter.name());
        throw unsupported(definition);
      }
      case TypeDefinition.AlterComposite alter -> {
        types.require(alter.name());
        throw unsupported(definition);
      }
    };
  }

  private static PreparedStatement statement(TypeDefinition definition, Consumer<Execution> work) {
    return new DefinitionStatement(CommandTag.of(definition), work);
  }

  private static ColonnadeException unsupported(TypeDefinition definition) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED, CommandTag.of(definition) + " is not supported");
  }
}
