package dev.colonnade;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.colonnade.testing.architecture.ModuleRules;
import dev.colonnade.testing.architecture.PackageDependencies;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import org.junit.jupiter.api.Test;

/** Dependencies between the packages of storage, and its use of libraries. */
class StorageArchitectureTest {
  private static final JavaClasses CLASSES = ModuleRules.mainClasses();

  @Test
  void shouldUseOnlyPackagesThatTheTableAllows() {
    PackageDependencies table =
        PackageDependencies.of(StorageArchitectureTest.class, "storage-packages.txt");
    assertThat(table.violations(CLASSES))
        .as("the table now:%n%s", table.describe(CLASSES))
        .isEmpty();
  }

  @Test
  void shouldDescribeEveryPackage() {
    assertThat(ModuleRules.undescribedPackages(CLASSES)).isEmpty();
  }

  @Test
  void shouldUseRocksDbInOnePackageOnly() {
    ModuleRules.libraryOnlyIn("dev.colonnade.store.rocks..", "org.rocksdb..").check(CLASSES);
  }

  @Test
  void shouldCallNativeCodeInOnePackageOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.colonnade.store.rocks..")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Linker.class, SymbolLookup.class)
        .check(CLASSES);
  }

  @Test
  void shouldUseNoLibraryThatSqlBrings() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.google.common..", "com.fasterxml..", "org.apache.arrow.vector..")
        .check(CLASSES);
  }

  @Test
  void shouldReadTheSystemClockInOnePackageOnly() {
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
