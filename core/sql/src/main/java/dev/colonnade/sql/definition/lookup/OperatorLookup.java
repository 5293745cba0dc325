package dev.colonnade.sql.definition.lookup;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.registry.operator.OperatorTable;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.syntax.definition.ObjectDefinition.ObjectName;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Look-up of operators, casts and transforms, all of which are part of the system. */
final class OperatorLookup {
  private static final int OPERANDS = 2;

  private final StatementAnalysis analysis;
  private final TypeLookup types;

  OperatorLookup(StatementAnalysis analysis) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.types = new TypeLookup(analysis);
  }

  /** Returns the state of an operator. */
  ObjectState operator(ObjectName object) {
    String schema = RelationLookup.missingSchema(analysis.names(), object.name());
    if (schema != null) {
      return ObjectState.missingSchema(schema);
    }
    List<@Nullable Type> operands = new ArrayList<>();
    for (TypeName operand : requireNonNull(object.arguments())) {
      try {
        operands.add(operand == null ? null : types.type(operand));
      } catch (ColonnadeException e) {
        return new ObjectState.Missing(e, String.valueOf(e.getMessage()));
      }
    }
    assert operands.size() == OPERANDS : "operands=" + operands.size();
    Type left = operands.getFirst();
    Type right = operands.getLast();
    String name = object.name().dotted();
    List<String> parts = object.name().parts();
    boolean isOfSystem =
        parts.size() == 1 || parts.get(parts.size() - 2).equals(Type.Name.SYSTEM_SCHEMA);
    if (right != null && isOfSystem && has(object.name().last(), left, right)) {
      return new ObjectState.Present(
          "operator %s(%s,%s)"
              .formatted(
                  object.name().last(), left == null ? "NONE" : left.sqlName(), right.sqlName()));
    }
    String text =
        (left == null ? "" : left.sqlName() + " ")
            + name
            + (right == null ? "" : " " + right.sqlName());
    return new ObjectState.Missing(
        new ColonnadeException(ErrorCode.UNKNOWN_FUNCTION, "operator does not exist: " + text),
        "operator %s does not exist".formatted(name));
  }

  private boolean has(String name, @Nullable Type left, Type right) {
    OperatorTable operators = analysis.registry().operators();
    return left == null
        ? operators.find(name, right) != null
        : operators.find(name, left, right) != null;
  }

  /** Returns the state of a cast. */
  ObjectState cast(ObjectName object) {
    List<@Nullable TypeName> written = requireNonNull(object.arguments());
    TypeName from = requireNonNull(written.getFirst());
    TypeName to = requireNonNull(written.getLast());
    Type source;
    Type target;
    try {
      source = types.type(from);
      target = types.type(to);
    } catch (ColonnadeException e) {
      return new ObjectState.Missing(e, String.valueOf(e.getMessage()));
    }
    if (analysis.registry().casts().find(source, target) != null) {
      return new ObjectState.Present(
          "cast from %s to %s".formatted(source.sqlName(), target.sqlName()));
    }
    return new ObjectState.Missing(
        new ColonnadeException(
            ErrorCode.UNKNOWN_OBJECT,
            "cast from type %s to type %s does not exist"
                .formatted(source.sqlName(), target.sqlName())),
        "cast from type %s to type %s does not exist"
            .formatted(RoutineLookup.textOf(from), RoutineLookup.textOf(to)));
  }

  /** Returns the state of a transform, whose language exists. */
  ObjectState transform(ObjectName object) {
    TypeName written = requireNonNull(requireNonNull(object.arguments()).getFirst());
    String language = requireNonNull(object.table()).last();
    try {
      return new ObjectState.Missing(
          new ColonnadeException(
              ErrorCode.UNKNOWN_OBJECT,
              "transform for type %s language \"%s\" does not exist"
                  .formatted(types.type(written).sqlName(), language)),
          "transform for type %s language \"%s\" does not exist"
              .formatted(RoutineLookup.textOf(written), language));
    } catch (ColonnadeException e) {
      return new ObjectState.Missing(e, String.valueOf(e.getMessage()));
    }
  }
}
