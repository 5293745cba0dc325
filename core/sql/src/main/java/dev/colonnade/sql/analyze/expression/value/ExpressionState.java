package dev.colonnade.sql.analyze.expression.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.coerce.Coercions;
import dev.colonnade.sql.registry.resolve.CommonTypes;
import dev.colonnade.sql.registry.resolve.FunctionResolver;
import dev.colonnade.sql.registry.resolve.OperatorResolver;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** State of the analysis of the expressions of one context. One thread. */
public final class ExpressionState {
  private final ExpressionContext context;
  private final DomainConstraints domains;
  private final ExpressionBuilder builder;
  private final Coercions coercions;
  private final OperatorResolver operators;
  private final FunctionResolver functions;
  private final CommonTypes commonTypes;
  private int callCount;
  private final List<Expression> reads = new ArrayList<>();
  private int windowCallCount;
  private int lastWindowCall;
  private int setCallCount;
  private int lastSetCall = -1;

  public ExpressionState(ExpressionContext context, DomainConstraints domains) {
    this.context = requireNonNull(context, "context is null");
    this.domains = requireNonNull(domains, "domains is null");
    this.builder = new ExpressionBuilder(context.statement()::addFailedConstant);
    Registry registry = context.statement().registry();
    this.coercions = new Coercions(registry);
    this.operators = new OperatorResolver(registry);
    this.functions = new FunctionResolver(registry);
    this.commonTypes = new CommonTypes(registry);
  }

  public ExpressionContext context() {
    return context;
  }

  public StatementAnalysis statement() {
    return context.statement();
  }

  DomainConstraints domains() {
    return domains;
  }

  public Registry registry() {
    return context.statement().registry();
  }

  public ExpressionBuilder builder() {
    return builder;
  }

  public Coercions coercions() {
    return coercions;
  }

  public OperatorResolver operators() {
    return operators;
  }

  public FunctionResolver functions() {
    return functions;
  }

  public CommonTypes commonTypes() {
    return commonTypes;
  }

  /** Returns a number that distinguishes a call of a volatile function from others. */
  public int nextCall() {
    return callCount++;
  }

  /** Records that a column is named, also where the folding of constants omits it. */
  public void addRead(Expression column) {
    reads.add(column);
  }

  /** Returns the number of columns that were named so far. */
  public int readCount() {
    return reads.size();
  }

  /** Returns the columns that were named after the first ones. */
  public List<Expression> readsAfter(int count) {
    return List.copyOf(reads.subList(count, reads.size()));
  }

  /** Replaces the columns that were named after the first ones by the aggregate that reads them. */
  public void replaceReads(int count, Expression aggregate) {
    reads.subList(count, reads.size()).clear();
    reads.add(aggregate);
  }

  /** Records the call of a set-returning function at an offset. */
  public void addSetCall(int position) {
    setCallCount++;
    lastSetCall = position;
  }

  /** Returns the number of calls of set-returning functions so far. */
  public int setCallCount() {
    return setCallCount;
  }

  /** Returns the offset of the last call of a set-returning function. */
  public int lastSetCall() {
    return lastSetCall;
  }

  /** Records the call of a window function at an offset. */
  public void addWindowCall(int position) {
    windowCallCount++;
    lastWindowCall = position;
  }

  /** Returns the number of calls of window functions so far. */
  public int windowCallCount() {
    return windowCallCount;
  }

  /** Returns the offset of the last call of a window function. */
  public int lastWindowCall() {
    return lastWindowCall;
  }

  /** Returns a built-in type by its name in the catalog. */
  public Type type(String name) {
    return registry().types().base().named(name);
  }

  /** Returns the reference to a built-in type without a modifier. */
  public TypeReference reference(String name) {
    return TypeReference.of(type(name));
  }

  /** Returns the default representation of a type; UNSUPPORTED if there are no such values. */
  public static VectorType vectorOf(Type type) {
    VectorType found = ColumnTypes.vector(type);
    if (found == null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "type %s is not supported".formatted(type));
    }
    return found;
  }

  /** Returns whether values of a type are OIDs whose names only the statement knows. */
  public static boolean isNamedReference(Type type) {
    TypeKind kind = type.kind();
    return kind != null && kind.isNamedReference();
  }

  /** Returns the kind of the values of a type; UNSUPPORTED if there are no such values. */
  public static TypeKind kindOf(Type type) {
    return vectorOf(type).kind();
  }

  /** Returns the kind of the elements of arrays of a type. */
  public TypeKind elementKind(Type array) {
    Type element =
        registry().types().elementOf(dev.colonnade.sql.registry.type.Types.baseOf(array));
    return element == null ? TypeKind.UNKNOWN : kindOf(element);
  }

  /** Returns a call of a strict function of the runtime, by the name of its only method. */
  public Expression call(Class<?> owner, String name, TypeKind kind, Expression... arguments) {
    return builder.call(scalar(owner, name, name), kind, List.of(arguments));
  }

  /** Variant of {@link #call(Class, String, TypeKind, Expression...)} with a name in SQL. */
  public Expression call(
      Class<?> owner, String name, TypeKind kind, String shown, List<Expression> arguments) {
    return builder.call(scalar(owner, name, shown), kind, arguments);
  }

  /**
   * Returns a function of the runtime.
   *
   * @param shown its name in SQL
   */
  public static ScalarFunction scalar(Class<?> owner, String name, String shown) {
    return scalar(owner, name, shown, true);
  }

  /**
   * Variant of {@link #scalar(Class, String, String)}.
   *
   * @param isStrict whether the result is NULL if an argument is
   */
  public static ScalarFunction scalar(Class<?> owner, String name, String shown, boolean isStrict) {
    for (Method method : owner.getMethods()) {
      if (method.getName().equals(name)) {
        return ScalarFunction.of(shown, method, isStrict, false);
      }
    }
    throw new IllegalArgumentException("no such method: class=" + owner + " name=" + name);
  }

  /** Returns a text as a constant. */
  public static Literal text(@Nullable String value) {
    return new Literal(VectorType.of(TypeKind.TEXT), value);
  }

  /** Returns a number as a constant. */
  public static Literal integer(int value) {
    return new Literal(VectorType.of(TypeKind.INTEGER), value);
  }
}
