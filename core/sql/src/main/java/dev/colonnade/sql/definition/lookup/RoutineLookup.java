package dev.colonnade.sql.definition.lookup;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.registry.function.FunctionEntry;
import dev.colonnade.sql.registry.function.Parameter;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.ObjectDefinition.ObjectName;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Look-up of functions, aggregates and procedures, all of which are part of the system. */
final class RoutineLookup {
  private final StatementAnalysis analysis;
  private final TypeLookup types;

  RoutineLookup(StatementAnalysis analysis) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.types = new TypeLookup(analysis);
  }

  ObjectState find(ObjectName object) {
    String schema = RelationLookup.missingSchema(analysis.names(), object.name());
    if (schema != null) {
      return ObjectState.missingSchema(schema);
    }
    List<@Nullable TypeName> arguments = object.arguments();
    List<FunctionEntry> named = named(object.name());
    if (arguments == null) {
      return ofName(object, named);
    }
    List<Type> given = new ArrayList<>();
    for (TypeName argument : arguments) {
      try {
        given.add(types.type(requireNonNull(argument)));
      } catch (ColonnadeException e) {
        return new ObjectState.Missing(e, String.valueOf(e.getMessage()));
      }
    }
    for (FunctionEntry entry : named) {
      if (entry.inputs().stream().map(Parameter::type).toList().equals(given)) {
        return present(object, entry);
      }
    }
    return missing(object, given);
  }

  private List<FunctionEntry> named(QualifiedName name) {
    List<String> parts = name.parts();
    boolean isOfSystem = parts.size() == 1 || parts.get(parts.size() - 2).equals("pg_catalog");
    return isOfSystem ? analysis.registry().functions().named(name.last()) : List.of();
  }

  private static ObjectState ofName(ObjectName object, List<FunctionEntry> named) {
    boolean isProcedure = object.kind() == ObjectKind.PROCEDURE;
    String what =
        switch (object.kind()) {
          case AGGREGATE -> "aggregate";
          case PROCEDURE -> "procedure";
          default -> "function";
        };
    if (named.isEmpty() || isProcedure) {
      return new ObjectState.Missing(
          new ColonnadeException(
              ErrorCode.UNKNOWN_FUNCTION,
              "could not find a %s named \"%s\"".formatted(what, object.name().dotted())),
          "%s %s() does not exist".formatted(object.kind().description(), object.name().dotted()));
    }
    if (named.size() > 1) {
      throw new ColonnadeException(
          ErrorCode.AMBIGUOUS_FUNCTION,
          "%s name \"%s\" is not unique".formatted(what, object.name().dotted()),
          ErrorFields.NONE.withHint(
              "Specify the argument list to select the %s unambiguously.".formatted(what)));
    }
    return present(object, named.getFirst());
  }

  private static ObjectState present(ObjectName object, FunctionEntry entry) {
    boolean isAggregate = entry.kind().isAggregate();
    List<Type> inputs = entry.inputs().stream().map(Parameter::type).toList();
    String signature = signatureOf(entry.name(), inputs, "");
    if (object.kind() == ObjectKind.PROCEDURE) {
      throw wrongKind(signature + " is not a procedure", null);
    }
    if (object.kind() == ObjectKind.AGGREGATE && !isAggregate) {
      throw wrongKind("function %s is not an aggregate".formatted(signature), null);
    }
    if (object.kind() == ObjectKind.FUNCTION && isAggregate) {
      throw wrongKind(
          "\"%s\" is an aggregate function".formatted(entry.name()),
          "Use DROP AGGREGATE to drop aggregate functions.");
    }
    return new ObjectState.Present("function " + signature);
  }

  private static ColonnadeException wrongKind(String message, @Nullable String hint) {
    return new ColonnadeException(
        ErrorCode.WRONG_OBJECT_TYPE,
        message,
        hint == null ? ErrorFields.NONE : ErrorFields.NONE.withHint(hint));
  }

  private static ObjectState missing(ObjectName object, List<Type> given) {
    boolean isAggregate = object.kind() == ObjectKind.AGGREGATE;
    String kind = object.kind() == ObjectKind.ROUTINE ? "function" : object.kind().description();
    String none = isAggregate ? "*" : "";
    String name = object.name().dotted();
    String written =
        requireNonNull(object.arguments()).stream()
            .map(type -> textOf(requireNonNull(type)))
            .collect(Collectors.joining(","));
    return new ObjectState.Missing(
        new ColonnadeException(
            ErrorCode.UNKNOWN_FUNCTION,
            "%s %s does not exist".formatted(kind, signatureOf(name, given, none))),
        "%s %s(%s) does not exist".formatted(object.kind().description(), name, written));
  }

  private static String signatureOf(String name, List<Type> arguments, String none) {
    String types =
        arguments.isEmpty()
            ? none
            : arguments.stream().map(Type::sqlName).collect(Collectors.joining(", "));
    return "%s(%s)".formatted(name, types);
  }

  /** Returns a type as it is written. */
  static String textOf(TypeName type) {
    return type.name().dotted() + "[]".repeat(type.array().bounds().size());
  }
}
