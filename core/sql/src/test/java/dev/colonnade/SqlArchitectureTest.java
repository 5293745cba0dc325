package dev.colonnade;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.colonnade.testing.architecture.ModuleRules;
import dev.colonnade.testing.architecture.PackageDependencies;
import org.junit.jupiter.api.Test;

/** Dependencies between the packages of SQL, and its use of libraries. */
class SqlArchitectureTest {
  private static final JavaClasses CLASSES = ModuleRules.mainClasses();

  @Test
  void shouldUseOnlyPackagesThatTheTableAllows() {
    PackageDependencies table =
        PackageDependencies.of(SqlArchitectureTest.class, "sql-packages.txt");
    assertThat(table.violations(CLASSES))
        .as("the table now:%n%s", table.describe(CLASSES))
        .isEmpty();
  }

  @Test
  void shouldDescribeEveryPackage() {
    assertThat(ModuleRules.undescribedPackages(CLASSES)).isEmpty();
  }

  @Test
  void shouldNotReachThroughStorageToItsLibraries() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.rocksdb..", "dev.colonnade.store.rocks..")
        .check(CLASSES);
  }

  @Test
  void shouldNotReadTheSystemClock() {
    ModuleRules.systemClockOnlyIn("dev.colonnade.clock..").check(CLASSES);
  }

  @Test
  void shouldUseNoNetwork() {
    ModuleRules.noNetwork().check(CLASSES);
  }

  @Test
  void shouldHaveNoMain() {
    ModuleRules.noMain().check(CLASSES);
  }

  @Test
  void shouldKeepNoStaticMutableState() {
    ModuleRules.noStaticMutableState().check(CLASSES);
  }
}
