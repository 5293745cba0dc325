package dev.colonnade.sql.registry.coerce;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.cast.CastContext;
import dev.colonnade.sql.registry.cast.CastEntry;
import dev.colonnade.sql.registry.type.Polymorphism;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Coercions of values to types, as steps. */
public final class Coercions {
  private static final String REWRITE = "You will need to rewrite or cast the expression.";

  private final Registry registry;
  private final Coercibility coercibility;

  public Coercions(Registry registry) {
    this.registry = requireNonNull(registry, "registry is null");
    this.coercibility = new Coercibility(registry);
  }

  /** Returns the decision whether a coercion exists. */
  public Coercibility coercibility() {
    return coercibility;
  }

  /** Returns the steps of CAST; CANNOT_COERCE if there is no cast. */
  public List<CastStep> explicit(TypeReference source, TypeReference target) {
    List<CastStep> steps = find(source, target, CastContext.EXPLICIT);
    if (steps == null) {
      throw new ColonnadeException(
          ErrorCode.CANNOT_COERCE,
          "cannot cast type %s to %s".formatted(source.type(), target.type()));
    }
    return steps;
  }

  /** Returns the steps of an assignment to a column; TYPE_MISMATCH if there is no cast. */
  public List<CastStep> assignment(String column, TypeReference source, TypeReference target) {
    List<CastStep> steps = find(source, target, CastContext.ASSIGNMENT);
    if (steps == null) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "column \"%s\" is of type %s but expression is of type %s"
              .formatted(column, target.type(), source.type()),
          ErrorFields.NONE.withHint(REWRITE));
    }
    return steps;
  }

  /**
   * Returns the steps of an argument or an operand, whose type the context decides: WHERE must be
   * Boolean, LIMIT a bigint.
   *
   * @param what as in "argument of WHERE"
   */
  public List<CastStep> operand(String what, Type source, Type target) {
    List<CastStep> steps =
        find(TypeReference.of(source), TypeReference.of(target), CastContext.ASSIGNMENT);
    if (steps == null) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "%s must be type %s, not type %s".formatted(what, target, source));
    }
    return steps;
  }

  /** Returns the steps from one type to another; null if there is no cast in this context. */
  public @Nullable List<CastStep> find(
      TypeReference source, TypeReference target, CastContext context) {
    if (source.equals(target) && !source.type().isUnknown()) {
      return List.of();
    }
    if (!coercibility.canCoerce(source.type(), target.type(), context)) {
      return null;
    }
    return steps(source, target, context);
  }

  /** Returns the steps of an argument, for which an implicit cast exists. */
  public List<CastStep> implicit(Type source, Type target) {
    return source.equals(target) || target.polymorphism() == Polymorphism.ANY
        ? List.of()
        : steps(TypeReference.of(source), TypeReference.of(target), CastContext.IMPLICIT);
  }

  private List<CastStep> steps(TypeReference source, TypeReference target, CastContext context) {
    List<CastStep> steps = new ArrayList<>(2);
    Type from = source.type();
    Type to = target.type();
    boolean isExplicit = context == CastContext.EXPLICIT;
    boolean isSame = from.equals(to);
    if (!isSame && from.isUnknown()) {
      steps.add(new CastStep.ParseLiteral(new TypeReference(Types.baseOf(to), intervalOf(target))));
    } else if (!isSame) {
      addConversion(steps, from, to, context);
    }
    if (to.isDomain() && !isSame) {
      addFit(steps, Types.baseReferenceOf(to), isExplicit);
      steps.add(new CastStep.CheckDomain(to));
    } else if (!isSame || target.modifier() != source.modifier()) {
      addFit(steps, target, isExplicit);
    }
    return steps;
  }

  /** An interval literal is read with its fields: {@code interval '1' day}. */
  private static int intervalOf(TypeReference target) {
    boolean isInterval = Types.baseOf(target.type()).name().equals("interval");
    return isInterval ? target.modifier() : -1;
  }

  private void addConversion(List<CastStep> steps, Type source, Type target, CastContext context) {
    Type from = Types.baseOf(source);
    Type to = Types.baseOf(target);
    CoercionPath path = coercibility.path(source, target, context);
    switch (path.kind()) {
      case RELABEL -> {
        if (!to.isDomain() && !source.equals(to)) {
          steps.add(new CastStep.Relabel(to));
        }
      }
      case FUNCTION -> {
        CastEntry cast = path.cast();
        if (cast != null) {
          steps.add(new CastStep.Convert(cast));
        }
      }
      case ELEMENTS -> addElements(steps, from, to, context);
      case TEXT -> steps.add(new CastStep.ConvertText(from, to));
      case NONE -> {
        if (coercibility.isRowConversion(source, target)) {
          steps.add(new CastStep.ConvertRow(to));
        }
      }
    }
  }

  private void addElements(List<CastStep> steps, Type from, Type to, CastContext context) {
    Type source = registry.types().require(from.elementOid());
    Type target = registry.types().require(to.elementOid());
    List<CastStep> inner =
        source.equals(target)
            ? List.of()
            : steps(TypeReference.of(source), TypeReference.of(target), context);
    steps.add(new CastStep.ConvertElements(to, inner));
  }

  private void addFit(List<CastStep> steps, TypeReference to, boolean isExplicit) {
    if (!to.hasModifier()) {
      return;
    }
    Type element = registry.types().elementOf(to.type());
    if (registry.casts().isFitted(to.type())) {
      steps.add(new CastStep.Fit(to, isExplicit));
    } else if (element != null && registry.casts().isFitted(element)) {
      TypeReference fitted = new TypeReference(element, to.modifier());
      steps.add(
          new CastStep.ConvertElements(to.type(), List.of(new CastStep.Fit(fitted, isExplicit))));
    }
  }
}
