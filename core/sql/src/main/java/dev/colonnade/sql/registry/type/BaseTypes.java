package dev.colonnade.sql.registry.type;

import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Built-in types, by OID and by name. */
public final class BaseTypes {
  private static final int FIELD_COUNT = 22;

  private final List<Type> all = new ArrayList<>();
  private final Map<String, Type> byName = new HashMap<>();
  private final @Nullable Type[] byOid;
  private final RangeTypes ranges;

  /** Reads the types from their resource. */
  public BaseTypes() {
    int oidMax = 0;
    for (String line : ResourceLines.of("types.txt")) {
      Type type = parse(line);
      all.add(type);
      if (type.arrayOid() != Type.NONE) {
        all.add(type.array());
      }
    }
    for (Type type : all) {
      oidMax = Math.max(oidMax, type.oid());
    }
    byOid = new @Nullable Type[oidMax + 1];
    for (Type type : all) {
      byOid[type.oid()] = type;
      byName.put(type.name(), type);
    }
    ranges = new RangeTypes(this::named);
  }

  /** Returns the types of ranges. */
  public RangeTypes ranges() {
    return ranges;
  }

  private static Type parse(String line) {
    String[] fields = line.split(" ", FIELD_COUNT);
    Type.Classification kindOfType =
        new Type.Classification(
            fields[20].equals("-") ? TypeForm.BASE : TypeForm.of(fields[20].charAt(0)),
            TypeCategory.of(fields[2].charAt(0)),
            fields[3].equals("p"),
            fields[19].equals("-") ? null : TypeKind.valueOf(fields[19]));
    Type.Relations relations = Type.Relations.of(fields[9], number(fields[10]), number(fields[11]));
    TypeStorage storage =
        new TypeStorage(
            Integer.parseInt(fields[4]),
            fields[5].equals("v"),
            fields[6].charAt(0),
            fields[7].charAt(0),
            fields[8].charAt(0),
            number(fields[18]));
    TypeStorage.Functions functions =
        new TypeStorage.Functions(
            fields[12], fields[13], fields[14], fields[15], fields[16], fields[17]);
    Type.Name name = new Type.Name(Type.Name.SYSTEM_SCHEMA, fields[1], fields[21]);
    return Type.of(Integer.parseInt(fields[0]), name, kindOfType, relations)
        .with(storage, functions);
  }

  private static int number(String field) {
    return field.equals("-") ? 0 : Integer.parseInt(field);
  }

  /** Returns all types, each array type behind the type of its elements. */
  public List<Type> all() {
    return List.copyOf(all);
  }

  /** Returns the type of an OID; null if there is none. */
  public @Nullable Type find(long oid) {
    return oid < 0 || oid >= byOid.length ? null : byOid[(int) oid];
  }

  /** Returns the type of a name in {@code pg_catalog}; null if there is none. */
  public @Nullable Type find(String name) {
    return byName.get(name);
  }

  /** Returns the type of a name as the registry's resources write it: {@code int4[]}. */
  public Type named(String name) {
    Type type = find(name.endsWith("[]") ? "_" + name.substring(0, name.length() - 2) : name);
    if (type == null) {
      throw new IllegalArgumentException("no such type: name=" + name);
    }
    return type;
  }
}
