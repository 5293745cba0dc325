package dev.colonnade.sql.function;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.library.CastRegistry;
import dev.colonnade.sql.type.TypeKind;
import java.lang.reflect.Method;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.jspecify.annotations.Nullable;

/** Calcite operator of a {@link ScalarFunction}: the function in a plan. */
public final class RuntimeFunction extends SqlUserDefinedFunction {
  private final ScalarFunction scalar;
  private final boolean isVolatile;

  /**
   * Number that distinguishes calls of a volatile function in a plan; 0 if this is not specific to
   * one call.
   */
  private final int callNumber;

  private RuntimeFunction(ScalarFunction scalar, boolean isVolatile, int callNumber) {
    super(
        new SqlIdentifier(scalar.methodName(), SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        binding -> binding.getTypeFactory().createJavaType(scalar.method().getReturnType()),
        null,
        null,
        new MethodFunction(scalar.method()));
    this.scalar = scalar;
    this.isVolatile = isVolatile;
    this.callNumber = callNumber;
    if (isVolatile && !scalar.dependsOnStatement()) {
      throw new IllegalArgumentException(
          "volatile function without a service: method=" + scalar.method());
    }
  }

  /** Returns the strict function of a public static method that is not overloaded. */
  public static RuntimeFunction of(Class<?> owner, String name) {
    for (Method method : owner.getMethods()) {
      if (method.getName().equals(name)) {
        return of(method, true, false);
      }
    }
    throw new IllegalArgumentException("no such method: class=" + owner + " name=" + name);
  }

  /** Returns a variant of {@link #of(Class, String)} that is also called with null arguments. */
  public static RuntimeFunction calledOnNull(Class<?> owner, String name) {
    return of(of(owner, name).scalar.method(), false, false);
  }

  /**
   * Returns the function of a public static method.
   *
   * @param isStrict whether the result is null if an argument is
   * @param isVolatile whether two calls with the same arguments can differ in one statement
   */
  public static RuntimeFunction of(Method method, boolean isStrict, boolean isVolatile) {
    return of(method.getName(), method, isStrict, isVolatile);
  }

  /** Variant of {@link #of(Method, boolean, boolean)} for a function with a name in SQL. */
  public static RuntimeFunction of(
      String name, Method method, boolean isStrict, boolean isVolatile) {
    return new RuntimeFunction(
        ScalarFunction.of(name, method, isStrict, isVolatile), isVolatile, 0);
  }

  /** Returns the functions of a cast from one kind to another; null if there is no such cast. */
  public static @Nullable List<RuntimeFunction> ofCast(TypeKind from, TypeKind to) {
    List<ScalarFunction> found = CastRegistry.find(from, to);
    return found == null
        ? null
        : found.stream().map(scalar -> new RuntimeFunction(scalar, false, 0)).toList();
  }

  /** Returns the same function with another name in SQL. */
  public RuntimeFunction named(String name) {
    return new RuntimeFunction(scalar.named(name), isVolatile, callNumber);
  }

  /** Returns the same function with another volatility in executions. */
  public RuntimeFunction with(ScalarFunction.Volatility volatility) {
    return new RuntimeFunction(scalar.with(volatility), isVolatile, callNumber);
  }

  /** Returns the function that executions call. */
  public ScalarFunction scalar() {
    return scalar;
  }

  /** Returns the function of one call, which the planner does not merge with other calls. */
  public RuntimeFunction numbered(int number) {
    return new RuntimeFunction(scalar, isVolatile, number);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return super.equals(other)
        && other instanceof RuntimeFunction function
        && callNumber == function.callNumber;
  }

  @Override
  public int hashCode() {
    return 31 * super.hashCode() + callNumber;
  }

  @Override
  public boolean isDeterministic() {
    return !isVolatile;
  }

  /** Returns the class that declares the method. */
  public Class<?> owner() {
    return scalar.owner();
  }

  /** Returns whether the result depends on the running statement: its settings, time or session. */
  public boolean dependsOnStatement() {
    return scalar.dependsOnStatement();
  }

  /** Returns whether the function is not called, and the result is null, if an argument is null. */
  public boolean isStrict() {
    return scalar.isStrict();
  }

  /** Calls the method; the arguments of a strict function must not be null. */
  public @Nullable Object call(StatementServices services, List<? extends @Nullable Object> given) {
    return scalar.call(services, given);
  }

  /** The method as a function of Calcite, which only asks for its types. */
  private record MethodFunction(Method method) implements org.apache.calcite.schema.ScalarFunction {
    MethodFunction {
      requireNonNull(method, "method is null");
    }

    @Override
    public RelDataType getReturnType(RelDataTypeFactory factory) {
      return factory.createJavaType(method.getReturnType());
    }

    @Override
    public List<FunctionParameter> getParameters() {
      return List.of();
    }
  }
}
