package dev.colonnade.sql.function;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scalar function that one public static method implements. Arguments and result have the internal
 * representation that {@link dev.colonnade.sql.type.TypeKind} defines. A strict function is not
 * called if an argument is null; its result is null then.
 *
 * <p>A first parameter that is a {@link StatementService} is no argument: the running statement
 * provides it. The last parameter may be a varargs array, which receives all remaining arguments.
 */
public final class ScalarFunction {
  /** Dependence of the result on anything but the arguments. */
  public enum Volatility {
    /** Equal arguments always have equal results. */
    IMMUTABLE,
    /** Equal arguments have equal results within one statement. */
    STABLE,
    /** Two calls may differ or have effects. */
    VOLATILE
  }

  private final String name;
  private final Method method;
  private final boolean isStrict;
  private final Volatility volatility;

  /** Permission to replace calls over literals by their value when a statement is planned. */
  private final boolean isFoldable;

  private final int parameterCount;

  /** Name of the service that is the method's first parameter; null if there is none. */
  private final @Nullable String service;

  private static final @Nullable Object[] NONE = {};

  private ScalarFunction(
      String name, Method method, boolean isStrict, Volatility volatility, boolean isFoldable) {
    this.name = requireNonNull(name, "name is null");
    this.method = requireNonNull(method, "method is null");
    this.isStrict = isStrict;
    this.volatility = volatility;
    this.isFoldable = isFoldable;
    this.parameterCount = method.getParameterCount();
    // It is public: this spares the check at every call.
    method.setAccessible(true);
    Class<?> serviceClass = serviceOf(method);
    this.service = serviceClass == null ? null : serviceClass.getName();
  }

  /**
   * Returns the function of a public static method.
   *
   * @param name the name or the operator in SQL
   * @param isStrict whether the result is null if an argument is
   * @param isVolatile whether two calls with the same arguments can differ in one statement
   */
  public static ScalarFunction of(
      String name, Method method, boolean isStrict, boolean isVolatile) {
    Volatility volatility = volatility(method, isVolatile);
    return new ScalarFunction(
        name, method, isStrict, volatility, volatility == Volatility.IMMUTABLE);
  }

  /** Returns the strict function of a public static method that is not overloaded. */
  public static ScalarFunction of(Class<?> owner, String methodName) {
    for (Method method : owner.getMethods()) {
      if (method.getName().equals(methodName)) {
        return of(methodName, method, true, false);
      }
    }
    throw new IllegalArgumentException("no such method: class=" + owner + " name=" + methodName);
  }

  private static Volatility volatility(Method method, boolean isVolatile) {
    Class<?> service = serviceOf(method);
    if (isVolatile || service == SequenceService.class || service == AdvisoryLockService.class) {
      return Volatility.VOLATILE;
    }
    return service == null ? Volatility.IMMUTABLE : Volatility.STABLE;
  }

  /** Returns the service that is the method's first parameter; null if there is none. */
  public static @Nullable Class<?> serviceOf(Method method) {
    Class<?>[] types = method.getParameterTypes();
    boolean isThere = types.length > 0 && StatementService.class.isAssignableFrom(types[0]);
    return isThere ? types[0] : null;
  }

  /** Returns the name or the operator in SQL; the method's name for internal functions. */
  public String name() {
    return name;
  }

  /** Returns the same function under another name. */
  public ScalarFunction named(String other) {
    return new ScalarFunction(other, method, isStrict, volatility, isFoldable);
  }

  /** Returns the same function with another volatility. */
  public ScalarFunction with(Volatility other) {
    return new ScalarFunction(name, method, isStrict, other, other == Volatility.IMMUTABLE);
  }

  /**
   * Returns the same function as one that PostgreSQL declares stable: a call over literals is
   * evaluated when a row first needs it, so that its failure is none of a query without rows.
   */
  public ScalarFunction unfolded() {
    return new ScalarFunction(name, method, isStrict, volatility, false);
  }

  /** Returns whether calls over literals are evaluated when a statement is planned. */
  public boolean isFoldable() {
    return isFoldable;
  }

  public String methodName() {
    return method.getName();
  }

  /** Returns the class that declares the method. */
  public Class<?> owner() {
    return method.getDeclaringClass();
  }

  Method method() {
    return method;
  }

  /** Returns whether the function is not called, and the result is null, if an argument is null. */
  public boolean isStrict() {
    return isStrict;
  }

  public Volatility volatility() {
    return volatility;
  }

  /** Returns whether the result depends on the running statement: its settings, time or session. */
  public boolean dependsOnStatement() {
    return service != null;
  }

  /** Calls the method once; the arguments of a strict function must not be null. */
  public @Nullable Object call(StatementServices services, List<? extends @Nullable Object> given) {
    Invocation invocation = invocation(services, given.size());
    for (int i = 0; i < given.size(); i++) {
      invocation.set(i, given.get(i));
    }
    return invocation.call();
  }

  /** Returns the call with the services of a statement, for any number of rows. */
  public Invocation invocation(StatementServices services, int argumentCount) {
    return new Invocation(services, argumentCount);
  }

  /** Call of the method, repeated with other arguments. One thread. */
  public final class Invocation {
    private final @Nullable Object[] parameters = new @Nullable Object[parameterCount];
    private final int first;
    private final int fixed;
    private @Nullable Object[] rest = NONE;

    private Invocation(StatementServices services, int argumentCount) {
      first = service == null ? 0 : 1;
      if (service != null) {
        parameters[0] = services.find(service);
      }
      fixed = method.isVarArgs() ? parameterCount - 1 : parameterCount;
      if (method.isVarArgs()) {
        rest = new @Nullable Object[argumentCount - (fixed - first)];
      }
    }

    /** Sets an argument, by its position from 0. */
    public void set(int index, @Nullable Object value) {
      int at = first + index;
      if (at < fixed) {
        parameters[at] = value;
      } else {
        rest[at - fixed] = value;
      }
    }

    /** Calls the method; the arguments of a strict function must not be null. */
    public @Nullable Object call() {
      if (method.isVarArgs()) {
        parameters[fixed] = rest.clone();
      }
      try {
        return method.invoke(null, parameters);
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        if (e.getCause() instanceof Error cause) {
          throw cause;
        }
        throw new IllegalStateException("function failed: " + method.getName(), e);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException("function is not public: " + method.getName(), e);
      }
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ScalarFunction function
        && method.equals(function.method)
        && name.equals(function.name)
        && isStrict == function.isStrict
        && volatility == function.volatility;
  }

  @Override
  public int hashCode() {
    return method.hashCode();
  }

  @Override
  public String toString() {
    return name + Arrays.toString(method.getParameterTypes());
  }
}
