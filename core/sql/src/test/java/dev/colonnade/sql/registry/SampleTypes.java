package dev.colonnade.sql.registry;

import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeCategory;
import dev.colonnade.sql.registry.type.TypeForm;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.registry.type.TypeOverlay;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.TypeStorage;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Types of a catalog: an enum, domains and a composite type, with their arrays. */
public final class SampleTypes implements TypeOverlay {
  private static final String SCHEMA = "o";

  private final List<Type> types = new ArrayList<>();

  private SampleTypes(Registry system) {
    addWithArray(
        type(
                20000,
                "mood",
                new Type.Classification(TypeForm.ENUM, TypeCategory.ENUM, false, TypeKind.TEXT))
            .with(TypeStorage.OF_ENUM, TypeStorage.Functions.OF_ENUM));
    addWithArray(domain(20002, "posint", TypeReference.of(named(system, "int4"))));
    int five = TypeModifiers.ofLength(5);
    addWithArray(domain(20004, "short", new TypeReference(named(system, "varchar"), five)));
    Type.Classification composite =
        new Type.Classification(TypeForm.COMPOSITE, TypeCategory.COMPOSITE, false, null);
    addWithArray(type(20006, "pair", composite));
    addWithArray(domain(20008, "ints", TypeReference.of(named(system, "int4[]"))));
  }

  private static Type named(Registry registry, String name) {
    return registry.types().base().named(name);
  }

  private static Type type(int oid, String name, Type.Classification kindOfType) {
    return Type.of(
        oid,
        new Type.Name(SCHEMA, name, name),
        kindOfType,
        Type.Relations.of("-", Type.NONE, oid + 1));
  }

  private static Type domain(int oid, String name, TypeReference base) {
    Type type = base.type();
    return Type.of(
            oid,
            new Type.Name(SCHEMA, name, name),
            new Type.Classification(TypeForm.DOMAIN, type.category(), false, type.kind()),
            Type.Relations.ofDomain(oid + 1, type, base.modifier()))
        .with(type.storage(), type.functions().ofDomain());
  }

  private void addWithArray(Type type) {
    types.add(type);
    types.add(type.array());
  }

  /** Returns the registry with these types. */
  public static Registry registry() {
    Registry system = Registry.ofSystem();
    return system.with(new SampleTypes(system));
  }

  /** Returns a type by the name that the records of verdicts use. */
  public static Type type(Registry registry, String name) {
    String stored = name.endsWith("[]") ? "_" + name.substring(0, name.length() - 2) : name;
    Type type = registry.types().find(List.of(SCHEMA), stored);
    if (type == null) {
      throw new IllegalArgumentException("no such type: name=" + name);
    }
    return type;
  }

  @Override
  public @Nullable Type find(long oid) {
    return types.stream().filter(type -> type.oid() == oid).findFirst().orElse(null);
  }

  @Override
  public @Nullable Type find(String schema, String name) {
    return schema.equals(SCHEMA)
        ? types.stream().filter(type -> type.name().equals(name)).findFirst().orElse(null)
        : null;
  }
}
