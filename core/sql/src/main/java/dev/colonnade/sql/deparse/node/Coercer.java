package dev.colonnade.sql.deparse.node;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.function.ScalarFunction.Volatility;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.cast.CastEntry;
import dev.colonnade.sql.registry.coerce.CastStep;
import dev.colonnade.sql.registry.coerce.Coercions;
import dev.colonnade.sql.registry.function.FunctionEntry;
import dev.colonnade.sql.registry.resolve.CommonTypes;
import dev.colonnade.sql.registry.resolve.ResolvedArgument;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Casts of nodes. One thread. */
final class Coercer {
  /** Input and output functions that depend on the session. */
  private static final Set<String> STABLE_TEXTS =
      Set.of(
          "array_in",
          "array_out",
          "cash_in",
          "cash_out",
          "date_in",
          "date_out",
          "domain_in",
          "enum_in",
          "enum_out",
          "interval_in",
          "interval_out",
          "multirange_in",
          "multirange_out",
          "range_in",
          "range_out",
          "record_in",
          "record_out",
          "regclassin",
          "regclassout",
          "regcollationin",
          "regcollationout",
          "regnamespacein",
          "regnamespaceout",
          "regoperatorin",
          "regoperatorout",
          "regoperin",
          "regoperout",
          "regprocin",
          "regprocout",
          "regprocedurein",
          "regprocedureout",
          "regrolein",
          "regroleout",
          "regtypein",
          "regtypeout",
          "time_in",
          "timestamp_in",
          "timestamp_out",
          "timestamptz_in",
          "timestamptz_out",
          "timetz_in",
          "xml_in");

  private final Registry registry;
  private final Coercions coercions;
  private final Literals literals;

  Coercer(StatementAnalysis statement) {
    this.registry = requireNonNull(statement, "statement is null").registry();
    this.coercions = new Coercions(registry);
    this.literals = new Literals(statement);
  }

  /** Returns a type by its name in the catalog. */
  TypeReference named(String name) {
    return TypeReference.of(registry.types().base().named(name));
  }

  Registry registry() {
    return registry;
  }

  /** Returns an operand or an argument as one of the type that was resolved for it. */
  Node argument(Node value, ResolvedArgument resolved) {
    return steps(value, resolved.steps(), TypeReference.of(resolved.type()), true);
  }

  /** Returns a value with an implicit cast. */
  Node implicit(Node value, Type target) {
    return steps(
        value, coercions.implicit(value.type().type(), target), TypeReference.of(target), true);
  }

  /** Returns values as ones of their common type. */
  List<Node> common(String context, List<Node> values) {
    TypeReference type =
        new CommonTypes(registry).resolve(context, values.stream().map(Node::type).toList());
    List<Node> converted = new ArrayList<>();
    values.forEach(value -> converted.add(implicit(value, type.type())));
    return converted;
  }

  /** Returns an explicit cast. */
  Node cast(Node value, TypeReference target) {
    if (value instanceof Node.Constant constant && constant.isUnknown()) {
      if (Types.baseOf(target.type()).name().equals("interval")) {
        return interval(constant, target);
      }
      Node typed = constant(constant, target.type());
      return target.hasModifier()
          ? new Node.Cast(typed, target, false, true, Volatility.IMMUTABLE)
          : typed;
    }
    List<CastStep> steps = coercions.explicit(value.type(), target);
    return steps.isEmpty() ? value : steps(value, steps, target, false);
  }

  /** Returns an interval, whose text is read with its fields. */
  private Node interval(Node.Constant constant, TypeReference target) {
    String value = constant.value();
    TypeReference type = new TypeReference(Types.baseOf(target.type()), target.modifier());
    Node typed = new Node.Constant(value == null ? null : literals.output(value, type), type);
    return target.type().isDomain()
        ? new Node.Cast(typed, TypeReference.of(target.type()), true, false, Volatility.IMMUTABLE)
        : typed;
  }

  /** Returns a string or NULL without a type as one of a type. */
  Node constant(Node.Constant constant, Type target) {
    String value = constant.value();
    Type type = Types.baseOf(target);
    Node typed =
        new Node.Constant(
            value == null ? null : literals.output(value, TypeReference.of(type)),
            TypeReference.of(type));
    return target.isDomain()
        ? new Node.Cast(typed, TypeReference.of(target), true, false, Volatility.IMMUTABLE)
        : typed;
  }

  private Node steps(Node value, List<CastStep> steps, TypeReference target, boolean isImplicit) {
    if (value instanceof Node.Constant constant && constant.isUnknown()) {
      return target.type().isUnknown() || steps.isEmpty()
          ? value
          : constant(constant, target.type());
    }
    if (steps.isEmpty()) {
      return value;
    }
    boolean byFunction = false;
    Volatility volatility = Volatility.IMMUTABLE;
    for (CastStep step : steps) {
      byFunction |= step instanceof CastStep.Convert || step instanceof CastStep.Fit;
      Volatility own = volatility(step, value.type().type());
      volatility = own.compareTo(volatility) > 0 ? own : volatility;
    }
    return new Node.Cast(value, target, isImplicit, byFunction, volatility);
  }

  private Volatility volatility(CastStep step, Type from) {
    return switch (step) {
      case CastStep.Convert(CastEntry cast) -> ofFunction(cast.functionOid());
      case CastStep.ConvertText(Type source, Type target) ->
          hasStableText(source) || STABLE_TEXTS.contains(target.functions().input())
              ? Volatility.STABLE
              : Volatility.IMMUTABLE;
      case CastStep.ConvertElements(Type _, List<CastStep> inner) ->
          inner.stream().anyMatch(own -> volatility(own, from) != Volatility.IMMUTABLE)
              ? Volatility.STABLE
              : Volatility.IMMUTABLE;
      case CastStep.ParseLiteral _,
          CastStep.Relabel _,
          CastStep.Fit _,
          CastStep.CheckDomain _,
          CastStep.ConvertRow _ ->
          Volatility.IMMUTABLE;
    };
  }

  /** Returns whether the texts of the values of a type depend on the session. */
  static boolean hasStableText(Type type) {
    return STABLE_TEXTS.contains(type.functions().output());
  }

  private Volatility ofFunction(int oid) {
    for (FunctionEntry entry : registry.functions().all()) {
      if (entry.oid() == oid) {
        return entry.behavior().volatility();
      }
    }
    return Volatility.IMMUTABLE;
  }
}
