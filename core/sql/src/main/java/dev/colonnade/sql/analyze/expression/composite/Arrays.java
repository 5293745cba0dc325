package dev.colonnade.sql.analyze.expression.composite;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.invoke.Invocations;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.registry.cast.CastContext;
import dev.colonnade.sql.registry.coerce.CastStep;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arrays: constructors, elements and slices. */
public final class Arrays {
  private final ExpressionAnalysis analysis;
  private final ExpressionState state;
  private final Conversions conversions;
  private final Invocations invocations;

  public Arrays(ExpressionAnalysis analysis, Invocations invocations) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.state = analysis.state();
    this.conversions = analysis.conversions();
    this.invocations = requireNonNull(invocations, "invocations is null");
  }

  /** Returns an array constructor. */
  public TypedExpression array(Call.Array node) {
    if (node.elements().isEmpty()) {
      throw Positions.error(
          ErrorCode.INDETERMINATE_TYPE,
          "cannot determine type of empty array",
          "Explicitly cast to the desired type, for example ARRAY[]::integer[].",
          node.position());
    }
    requireOneDimension(node);
    List<TypedExpression> elements = analysis.analyzeAll(node.elements());
    TypeReference common = conversions.common("ARRAY", elements);
    Type type =
        Positions.at(
            node.position(),
            () -> state.commonTypes().array(elements.stream().map(TypedExpression::type).toList()));
    if (common.type().isArray()) {
      throw Positions.unsupported("array of several dimensions", node.position());
    }
    return of(conversions.toCommon(elements, common), TypeReference.of(type), node.position());
  }

  private static void requireOneDimension(Call.Array node) {
    if (node.elements().stream().anyMatch(element -> element instanceof Call.Array)) {
      throw Positions.unsupported("array of several dimensions", node.position());
    }
  }

  private TypedExpression of(List<TypedExpression> elements, TypeReference type, int position) {
    Expression array =
        state.builder().array(elements.stream().map(TypedExpression::expression).toList());
    return TypedExpression.of(array, type, position);
  }

  /** Returns a constructor whose elements are cast to those of a type; null if it is no array. */
  public @Nullable TypedExpression cast(Call.Array node, TypeReference target) {
    Type array = Types.baseOf(target.type());
    Type element = state.registry().types().elementOf(array);
    if (element == null || array.sqlName().endsWith("vector")) {
      return null;
    }
    requireOneDimension(node);
    TypeReference to = new TypeReference(element, target.modifier());
    List<TypedExpression> elements = new ArrayList<>();
    for (dev.colonnade.sql.syntax.query.Expression item : node.elements()) {
      TypedExpression value = analysis.analyze(item);
      elements.add(conversions.cast(value, to));
    }
    return of(elements, target, node.position());
  }

  /** Returns an element of an array or of a JSON value. */
  public TypedExpression element(Reference.Subscript node) {
    TypedExpression ofMany = ofManyDimensions(node.base());
    if (ofMany != null) {
      return ofMany.at(node.position());
    }
    TypedExpression base = analysis.analyze(node.base());
    Type type = Types.baseOf(base.type().type());
    TypedExpression index = analysis.analyze(node.index());
    if (type.name().equals("jsonb")) {
      return invocations.internal("array_item", List.of(base, jsonIndex(index)), node.position());
    }
    requireArray(type, base.position());
    TypedExpression at = subscript(index);
    Type element = state.registry().types().find(type.elementOid());
    TypedExpression found = invocations.internal("array_item", List.of(base, at), node.position());
    return element == null
        ? found
        : TypedExpression.of(
            found.expression(),
            new TypeReference(element, base.type().modifier()),
            node.position());
  }

  /**
   * Returns the value of several subscripts, which no array of one dimension has: NULL, or an empty
   * array if one of them is a slice; null if there is one subscript.
   */
  private @Nullable TypedExpression ofManyDimensions(
      dev.colonnade.sql.syntax.query.Expression base) {
    dev.colonnade.sql.syntax.query.Expression root = base;
    boolean isSlice = false;
    while (root instanceof Reference.Subscript || root instanceof Reference.Slice) {
      isSlice |= root instanceof Reference.Slice;
      root =
          root instanceof Reference.Subscript subscript
              ? subscript.base()
              : ((Reference.Slice) root).base();
    }
    if (root.equals(base)) {
      return null;
    }
    TypedExpression value = analysis.analyze(root);
    Type type = Types.baseOf(value.type().type());
    Type element = type.isArray() ? state.registry().types().find(type.elementOid()) : null;
    if (element == null) {
      return null;
    }
    return isSlice
        ? TypedExpression.of(
            state.builder().literal(TypeKind.ARRAY, List.of()), value.type(), value.position())
        : TypedExpression.of(
            new Literal(ExpressionState.vectorOf(element), null),
            TypeReference.of(element),
            value.position());
  }

  private TypedExpression jsonIndex(TypedExpression index) {
    return index.isUnknown()
        ? conversions.decided(index)
        : conversions.convert(
            index,
            state.reference(
                ExpressionState.kindOf(index.type().type()).isText() ? "text" : "int4"));
  }

  private static void requireArray(Type type, int position) {
    if (type.elementOid() == Type.NONE) {
      throw Positions.error(
          ErrorCode.TYPE_MISMATCH,
          "cannot subscript type %s because it does not support subscripting".formatted(type),
          position);
    }
  }

  private TypedExpression subscript(TypedExpression index) {
    TypeReference integer = state.reference("int4");
    List<CastStep> steps = state.coercions().find(index.type(), integer, CastContext.ASSIGNMENT);
    if (steps == null) {
      throw Positions.error(
          ErrorCode.TYPE_MISMATCH, "array subscript must have type integer", index.position());
    }
    return conversions.apply(index, steps, integer);
  }

  /** Returns a slice of an array. */
  public TypedExpression slice(Reference.Slice node) {
    TypedExpression base = analysis.analyze(node.base());
    Type type = Types.baseOf(base.type().type());
    if (type.name().equals("jsonb")) {
      throw Positions.error(
          ErrorCode.TYPE_MISMATCH, "jsonb subscript does not support slices", node.position());
    }
    requireArray(type, base.position());
    TypedExpression found =
        invocations.internal(
            "array_slice",
            List.of(base, bound(node.lower()), bound(node.upper())),
            node.position());
    Expression nothing = new Literal(found.expression().type(), null);
    List<Expression> nulls = new ArrayList<>();
    addNullTest(nulls, node.lower());
    addNullTest(nulls, node.upper());
    Expression value = found.expression();
    for (Expression test : nulls) {
      Expression inner = value;
      value =
          state.builder().caseOf(TypeKind.ARRAY, List.of(() -> test, () -> nothing, () -> inner));
    }
    return TypedExpression.of(value, base.type(), node.position());
  }

  /** A bound that is NULL, not one that is missing, makes the slice NULL. */
  private void addNullTest(
      List<Expression> into, dev.colonnade.sql.syntax.query.@Nullable Expression bound) {
    if (bound != null) {
      into.add(
          state.builder().isNull(false, List.of(subscript(analysis.analyze(bound)).expression())));
    }
  }

  private TypedExpression bound(dev.colonnade.sql.syntax.query.@Nullable Expression node) {
    return node == null
        ? TypedExpression.of(
            new Literal(VectorType.of(TypeKind.INTEGER), null),
            state.reference("int4"),
            TypedExpression.NO_POSITION)
        : subscript(analysis.analyze(node));
  }
}
