package dev.colonnade.client.page;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Mapper of rows to records of one class. Each component is the value of the column of its name, or
 * of its name in lower case with underscores ({@code streetName}: {@code street_name}). Columns
 * without a component are not read. Thread-safe.
 *
 * <p>Components have the class that {@link ColumnReader#objectAt} returns, a primitive type or its
 * wrapper, into which integers and REAL are widened, an enum whose constants have the names of the
 * texts, or {@link Object}. NULL is null; for a primitive type it is an {@link
 * IllegalStateException}.
 */
public final class RecordMapper<R extends Record> {
  private static final ClassValue<RecordMapper<?>> KNOWN =
      new ClassValue<>() {
        @Override
        protected RecordMapper<?> computeValue(Class<?> type) {
          return new RecordMapper<>(type.asSubclass(Record.class));
        }
      };

  private final Class<R> type;
  private final List<Component> components;
  private final MethodHandle constructor;

  /** Component of the record: its names and its type without primitive types. */
  private record Component(String name, String columnName, Class<?> type, boolean isPrimitive) {
    static Component of(RecordComponent component) {
      String name = component.getName();
      Class<?> type = component.getType();
      return new Component(
          name,
          underscored(name),
          MethodType.methodType(type).wrap().returnType(),
          type.isPrimitive());
    }

    private static String underscored(String name) {
      return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }
  }

  private RecordMapper(Class<R> type) {
    this.type = type;
    RecordComponent[] declared = type.getRecordComponents();
    components = Arrays.stream(declared).map(Component::of).toList();
    Class<?>[] types = Arrays.stream(declared).map(RecordComponent::getType).toArray(Class[]::new);
    try {
      Constructor<R> canonical = type.getDeclaredConstructor(types);
      canonical.setAccessible(true);
      constructor =
          MethodHandles.lookup()
              .unreflectConstructor(canonical)
              .asSpreader(Object[].class, types.length);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new IllegalArgumentException(
          "constructor of the record is not accessible: type=" + type.getName(), e);
    }
  }

  /**
   * Returns the mapper of a class.
   *
   * @throws IllegalArgumentException if its constructor is not accessible, because a module does
   *     not open its package
   */
  @SuppressWarnings("unchecked") // the value of a class is the mapper of that class
  public static <R extends Record> RecordMapper<R> of(Class<R> type) {
    return (RecordMapper<R>) KNOWN.get(requireNonNull(type, "type is null"));
  }

  /** Returns the rows of a page, which may be closed afterwards. */
  public List<R> map(ResultPage page) {
    ColumnReader[] columns = new ColumnReader[components.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = column(page, components.get(i));
    }
    List<R> rows = new ArrayList<>(page.rowCount());
    for (int row = 0; row < page.rowCount(); row++) {
      @Nullable Object[] values = new @Nullable Object[columns.length];
      for (int i = 0; i < columns.length; i++) {
        values[i] = value(columns[i], components.get(i), row);
      }
      rows.add(create(values));
    }
    return rows;
  }

  private ColumnReader column(ResultPage page, Component component) {
    int found = -1;
    for (int i = 0; i < page.columns().size(); i++) {
      String name = page.columns().get(i).name();
      if (name.equals(component.name())) {
        return page.column(i);
      }
      if (found < 0 && name.equals(component.columnName())) {
        found = i;
      }
    }
    if (found < 0) {
      throw new NoSuchElementException(
          "result has no column for a component: type="
              + type.getName()
              + " component="
              + component.name());
    }
    return page.column(found);
  }

  private @Nullable Object value(ColumnReader column, Component component, int row) {
    Object value = column.objectAt(row);
    if (value == null) {
      if (component.isPrimitive()) {
        throw new IllegalStateException(
            "value is NULL, but the component is primitive: component=" + component.name());
      }
      return null;
    }
    Object converted = converted(value, component.type());
    if (converted == null) {
      throw new IllegalArgumentException(
          "component does not have the type of its column: component=%s expected=%s found=%s"
              .formatted(
                  component.name(),
                  value.getClass().getSimpleName(),
                  component.type().getSimpleName()));
    }
    return converted;
  }

  /** Returns a value as an instance of a class; null if it cannot be without loss. */
  private static @Nullable Object converted(Object value, Class<?> wanted) {
    if (wanted.isInstance(value)) {
      return value;
    }
    if (wanted.isEnum() && value instanceof String label) {
      return Arrays.stream(wanted.getEnumConstants())
          .filter(constant -> ((Enum<?>) constant).name().equals(label))
          .findFirst()
          .orElse(null);
    }
    boolean isInteger = value instanceof Short || value instanceof Integer;
    if (wanted == Integer.class && value instanceof Short small) {
      return small.intValue();
    }
    if (wanted == Long.class && isInteger) {
      return ((Number) value).longValue();
    }
    if (wanted == Double.class && (isInteger || value instanceof Float)) {
      return ((Number) value).doubleValue();
    }
    return null;
  }

  private R create(@Nullable Object[] values) {
    Object created;
    try {
      created = constructor.invoke(values);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("constructor failed: type=" + type.getName(), e);
    }
    return type.cast(created);
  }
}
