package dev.colonnade;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.colonnade.testing.architecture.ModuleRules;
import dev.colonnade.testing.architecture.PackageDependencies;
import org.junit.jupiter.api.Test;

/** Dependencies between the packages of replication, and its use of libraries. */
class ReplicationArchitectureTest {
  private static final JavaClasses CLASSES = ModuleRules.mainClasses();

  @Test
  void shouldUseOnlyPackagesThatTheTableAllows() {
    PackageDependencies table =
        PackageDependencies.of(ReplicationArchitectureTest.class, "replication-packages.txt");
    assertThat(table.violations(CLASSES))
        .as("the table now:%n%s", table.describe(CLASSES))
        .isEmpty();
  }

  @Test
  void shouldDescribeEveryPackage() {
    assertThat(ModuleRules.undescribedPackages(CLASSES)).isEmpty();
  }

  @Test
  void shouldNotReadTheSystemClock() {
    ModuleRules.systemClockOnlyIn("dev.colonnade.clock..").check(CLASSES);
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
