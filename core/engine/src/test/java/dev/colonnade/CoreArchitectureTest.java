package dev.colonnade;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.time.Clock;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the rules of the house that a compiler does not: which room may lean on which. */
class CoreArchitectureTest {
  private static final String ROOT = "dev.colonnade";

  /** Where the build puts the parser that it generates. */
  private static final String GENERATED = "dev.colonnade.sql.parse.grammar..";

  /** Rooms that every other may use. */
  private static final Set<String> GROUND = Set.of("error", "memory", "failpoint");

  /**
   * What a package may use besides itself and the ground, bottom first. A package that is not named
   * here obeys the entry of the nearest package that holds it.
   */
  private static final Map<String, Set<String>> ARROWS =
      Map.ofEntries(
          entry("error", Set.of()),
          entry("memory", Set.of("error")),
          entry("failpoint", Set.of("error")),
          entry("key", Set.of()),
          entry("clock", Set.of()),
          entry("type", Set.of("key")),
          entry("store", Set.of("key")),
          entry("store.rocks", Set.of("store", "key")),
          entry("mvcc", Set.of("store", "key", "clock")),
          entry("range", Set.of("mvcc", "store", "key", "clock")),
          entry("split", Set.of("range", "mvcc", "store", "key", "clock")),
          entry("sequence", Set.of("mvcc", "store", "key", "clock")),
          entry("scan", Set.of("range", "mvcc", "store", "type", "key", "clock")),
          entry("catalog.rule", Set.of("type", "key")),
          entry("catalog.name", Set.of()),
          entry(
              "catalog",
              Set.of("catalog.name", "catalog.rule", "range", "mvcc", "store", "type", "key")),
          entry("sql.type", Set.of("type")),
          entry("sql.error", Set.of()),
          entry("sql.copy", Set.of("sql.type", "type")),
          entry("sql.parse", Set.of("catalog.rule", "sql.error", "sql.copy")),
          entry(
              "sql.access",
              Set.of(
                  "advisory",
                  "statistics",
                  "catalog",
                  "catalog.name",
                  "catalog.rule",
                  "scan",
                  "sequence",
                  "mvcc",
                  "type",
                  "key")),
          entry("statistics", Set.of("store", "key")),
          entry("sql.setting", Set.of("sql.function")),
          entry("advisory", Set.of("mvcc", "clock")),
          entry("sql.function", Set.of("sql.type", "type", "advisory")),
          entry("sql.function.library", Set.of("sql.function", "sql.type", "type", "advisory")),
          entry(
              "sql.function.aggregate",
              Set.of("sql.function", "sql.function.library", "sql.type", "type")),
          entry(
              "sql.function.call",
              Set.of("sql.function", "sql.function.library", "sql.type", "type")),
          entry(
              "sql.system",
              Set.of(
                  "advisory",
                  "sequence",
                  "sql.access",
                  "sql.setting",
                  "sql.function",
                  "sql.type",
                  "statistics",
                  "catalog",
                  "catalog.name",
                  "catalog.rule",
                  "type",
                  "key")),
          entry(
              "sql.schema",
              Set.of(
                  "sql.system",
                  "sql.type",
                  "statistics",
                  "catalog",
                  "catalog.name",
                  "catalog.rule",
                  "type",
                  "key")),
          entry(
              "sql.plan.tree", Set.of("sql.parse", "sql.type", "catalog", "catalog.name", "type")),
          entry(
              "sql.plan.source",
              Set.of(
                  "sql.plan.tree", "sql.function", "sql.function.call", "sql.parse", "sql.type")),
          entry(
              "sql.plan.syntax",
              Set.of(
                  "sql.plan.source",
                  "sql.plan.tree",
                  "sql.system",
                  "sql.function",
                  "sql.function.aggregate",
                  "sql.parse",
                  "sql.type",
                  "sql.error",
                  "catalog")),
          entry(
              "sql.plan.lower",
              Set.of(
                  "sql.function",
                  "sql.function.call",
                  "sql.function.library",
                  "sql.window",
                  "sql.type")),
          entry(
              "sql.plan.validate",
              Set.of(
                  "sql.plan.lower",
                  "sql.plan.syntax",
                  "sql.plan.tree",
                  "sql.schema",
                  "sql.system",
                  "sql.function",
                  "sql.function.aggregate",
                  "sql.function.call",
                  "sql.parse",
                  "sql.type",
                  "sql.error",
                  "catalog",
                  "catalog.rule",
                  "type")),
          entry(
              "sql.plan.convert",
              Set.of(
                  "sql.schema",
                  "sql.function",
                  "sql.function.library",
                  "sql.type",
                  "catalog",
                  "type")),
          entry(
              "sql.plan.scan",
              Set.of(
                  "sql.plan.lower",
                  "sql.schema",
                  "sql.function",
                  "sql.type",
                  "catalog",
                  "catalog.rule",
                  "scan",
                  "key",
                  "type")),
          entry(
              "sql.plan.join",
              Set.of(
                  "sql.plan.scan", "sql.schema", "catalog", "catalog.rule", "statistics", "type")),
          entry(
              "sql.plan.logical",
              Set.of("sql.plan.join", "sql.function", "sql.function.aggregate")),
          entry(
              "sql.plan",
              Set.of(
                  "sql.plan.convert",
                  "sql.plan.join",
                  "sql.plan.logical",
                  "sql.plan.lower",
                  "sql.plan.scan",
                  "sql.plan.syntax",
                  "sql.plan.tree",
                  "sql.plan.validate",
                  "sql.schema",
                  "sql.system",
                  "sql.parse",
                  "sql.type",
                  "sql.error",
                  "catalog",
                  "catalog.name",
                  "catalog.rule",
                  "type")),
          entry("sql.window", Set.of("sql.function", "sql.function.aggregate", "sql.type", "type")),
          entry("sql.vector", Set.of("sql.type")),
          entry(
              "sql.vector.expression",
              Set.of("sql.vector", "sql.plan.lower", "sql.function", "sql.type")),
          entry(
              "sql.vector.operator",
              Set.of("sql.vector", "sql.vector.expression", "sql.function", "sql.type", "scan")),
          entry(
              "sql.vector.plan",
              Set.of(
                  "sql.vector",
                  "sql.vector.expression",
                  "sql.vector.operator",
                  "sql.plan.join",
                  "sql.plan.lower",
                  "sql.plan.scan",
                  "sql.function.aggregate",
                  "sql.schema",
                  "sql.system",
                  "sql.type",
                  "catalog",
                  "type")),
          entry("sql.profile", Set.of("sql.vector", "sql.vector.operator", "clock")),
          entry(
              "sql.run",
              Set.of(
                  "sql.profile",
                  "sql.window",
                  "sql.vector",
                  "sql.vector.expression",
                  "sql.vector.operator",
                  "sql.vector.plan",
                  "memory",
                  "sql.plan",
                  "sql.plan.join",
                  "sql.plan.lower",
                  "sql.plan.scan",
                  "sql.schema",
                  "sql.access",
                  "sql.system",
                  "sql.function",
                  "sql.function.aggregate",
                  "sql.type",
                  "sql.error",
                  "catalog",
                  "catalog.name",
                  "catalog.rule",
                  "scan",
                  "type",
                  "key")),
          entry(
              "sql.statement",
              Set.of(
                  "advisory",
                  "sql.profile",
                  "sql.run",
                  "sql.copy",
                  "clock",
                  "sql.vector",
                  "sql.vector.operator",
                  "sql.plan",
                  "sql.plan.lower",
                  "sql.plan.scan",
                  "sql.plan.tree",
                  "sql.access",
                  "statistics",
                  "sql.schema",
                  "sql.system",
                  "sql.setting",
                  "sql.function",
                  "sql.parse",
                  "sql.type",
                  "sql.error",
                  "catalog",
                  "catalog.name",
                  "catalog.rule",
                  "scan",
                  "sequence",
                  "mvcc",
                  "type",
                  "key")),
          entry(
              "sql.definition",
              Set.of(
                  "sql.statement",
                  "sql.plan",
                  "sql.access",
                  "sql.parse",
                  "sql.type",
                  "sql.error",
                  "catalog",
                  "catalog.name",
                  "catalog.rule",
                  "scan",
                  "sequence",
                  "type",
                  "key")),
          entry("sql.block.parse", Set.of()),
          entry("sql.block", Set.of("sql.block.parse", "sql.type")),
          entry(
              "sql",
              Set.of(
                  "advisory",
                  "sql.block",
                  "sql.definition",
                  "sql.statement",
                  "sql.copy",
                  "sql.access",
                  "sql.vector",
                  "sql.function",
                  "sql.setting",
                  "sql.parse",
                  "sql.type",
                  "sql.error",
                  "catalog",
                  "catalog.name",
                  "catalog.rule",
                  "scan",
                  "sequence",
                  "mvcc",
                  "type",
                  "key")),
          entry(
              "engine",
              Set.of(
                  "advisory",
                  "sql",
                  "sql.access",
                  "sql.setting",
                  "statistics",
                  "catalog",
                  "catalog.name",
                  "catalog.rule",
                  "scan",
                  "sequence",
                  "split",
                  "range",
                  "mvcc",
                  "store",
                  "store.rocks",
                  "type",
                  "clock",
                  "key")));

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  @Test
  void shouldFindClassesToJudge() {
    assertThat(CORE).hasSizeGreaterThan(2);
  }

  @Test
  void shouldGiveEveryPackageAPlaceInTheTable() {
    assertThat(CORE).allSatisfy(type -> assertThat(ARROWS).containsKey(room(type)));
  }

  @Test
  void shouldOrderTheTableWithoutCycles() {
    for (String room : ARROWS.keySet()) {
      for (String used : mayUse(room)) {
        assertThat(mayUse(used)).as("%s uses %s", room, used).doesNotContain(room);
      }
    }
  }

  static Set<String> rooms() {
    return ARROWS.keySet();
  }

  @ParameterizedTest
  @MethodSource("rooms")
  void shouldUseOnlyWhatTheTableAllows(String room) {
    Set<String> allowed = mayUse(room);
    check(
        classes()
            .that(describe("are in " + room, type -> isOurs(type) && room(type).equals(room)))
            .should()
            .onlyDependOnClassesThat(
                describe(
                    "are not ours, or are in " + room + " or " + allowed,
                    type ->
                        !isOurs(type) || room(type).equals(room) || allowed.contains(room(type)))));
  }

  @Test
  void shouldKeepRocksDbInOneRoom() {
    check(onlyRoomThatUses("dev.colonnade.store.rocks..", "org.rocksdb.."));
  }

  @Test
  void shouldKeepCalciteInOneRoom() {
    check(onlyRoomThatUses("dev.colonnade.sql..", "org.apache.calcite.."));
  }

  @Test
  void shouldCallNativeCodeFromOneRoomOnly() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage("dev.colonnade.store.rocks..")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Linker.class, SymbolLookup.class));
  }

  @Test
  void shouldReadTheSystemClockInOneRoomOnly() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage("dev.colonnade.clock..")
            .should()
            .accessTargetWhere(
                describe("the system clock is read", CoreArchitectureTest::readsSystemClock)));
  }

  @Test
  void shouldKnowNoNetwork() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat(
                resideInAPackage("io.netty..").or(resideInAPackage("java.net.."))));
  }

  @Test
  void shouldHaveNoMain() {
    check(noMethods().should().haveName("main").andShould().beStatic());
  }

  @Test
  void shouldDescribeEveryPackage() {
    assertThat(CORE)
        .extracting(JavaClass::getPackage)
        .allSatisfy(
            (JavaPackage room) ->
                assertThat(room.isAnnotatedWith(NullMarked.class)).as(room.getName()).isTrue());
  }

  @Test
  void shouldNameConceptsAndNotRoles() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage(GENERATED)
            .should()
            .haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager|Impl)([A-Z$].*)?"));
  }

  @Test
  void shouldKeepNoStaticMutableState() {
    check(
        fields()
            .that()
            .areStatic()
            .and()
            .areDeclaredInClassesThat()
            .resideOutsideOfPackage(GENERATED)
            .should()
            .beFinal());
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(CORE);
  }

  private static ArchRule onlyRoomThatUses(String room, String library) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(room)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library);
  }

  private static boolean readsSystemClock(JavaAccess<?> access) {
    JavaClass owner = access.getTarget().getOwner();
    String name = access.getTarget().getName();
    return (owner.isEquivalentTo(System.class)
            && Set.of("nanoTime", "currentTimeMillis").contains(name))
        || (owner.isEquivalentTo(Clock.class) && name.startsWith("system"))
        || (owner.getPackageName().equals("java.time") && name.equals("now"));
  }

  private static boolean isOurs(JavaClass type) {
    return type.getPackageName().startsWith(ROOT + ".");
  }

  private static Set<String> mayUse(String room) {
    Set<String> allowed = new HashSet<>(ARROWS.getOrDefault(room, Set.of()));
    if (!GROUND.contains(room)) {
      allowed.addAll(GROUND);
    }
    return allowed;
  }

  /** The entry of the table that rules over a class, or the name of its package if none does. */
  private static String room(JavaClass type) {
    String path = type.getPackageName().substring(ROOT.length() + 1);
    String room = path;
    while (!ARROWS.containsKey(room)) {
      int dot = room.lastIndexOf('.');
      if (dot < 0) {
        return path;
      }
      room = room.substring(0, dot);
    }
    return room;
  }
}
