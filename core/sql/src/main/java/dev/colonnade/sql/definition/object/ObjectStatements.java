package dev.colonnade.sql.definition.object;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.object.drop.DropStatement;
import dev.colonnade.sql.frontend.FrontEnd;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.frontend.text.CommandTag;
import dev.colonnade.sql.statement.DefinitionStatement;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import java.util.function.Consumer;

/** Statements about objects of any kind. Thread-safe. */
public final class ObjectStatements {
  private final FrontEnd frontEnd;

  /**
   * Creates the statements.
   *
   * @param frontEnd plans changes of rows
   */
  public ObjectStatements(FrontEnd frontEnd) {
    this.frontEnd = requireNonNull(frontEnd, "frontEnd is null");
  }

  /** Returns the statement of a definition. */
  public PreparedStatement prepare(ObjectDefinition definition, PlanContext context) {
    return new DefinitionStatement(CommandTag.of(definition), work(definition, context));
  }

  private Consumer<Execution> work(ObjectDefinition definition, PlanContext context) {
    StatementAnalysis analysis = frontEnd.analysis(context);
    return switch (definition) {
      case ObjectDefinition.Drop drop -> new DropStatement(drop, analysis)::run;
      case ObjectDefinition.Rename rename -> new RenameStatement(rename, analysis)::run;
      case ObjectDefinition.SetSchema set -> new SchemaMove(set, analysis)::run;
      case ObjectDefinition.SetOwner set -> new OwnerStatement(set, analysis)::run;
      case ObjectDefinition.Comment comment -> new CommentStatement(comment, analysis)::run;
      case ObjectDefinition.SecurityLabel label -> _ -> refuse(label);
      case ObjectDefinition.CreateExtension create -> new ExtensionStatement(create)::run;
      case ObjectDefinition.Truncate truncate ->
          new TruncateStatement(truncate, frontEnd, context)::run;
    };
  }

  private static void refuse(ObjectDefinition.SecurityLabel label) {
    String provider = label.provider();
    throw new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT,
        provider == null
            ? "no security label providers have been loaded"
            : "security label provider \"%s\" is not loaded".formatted(provider));
  }
}
