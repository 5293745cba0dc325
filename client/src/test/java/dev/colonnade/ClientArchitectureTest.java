package dev.colonnade;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.ArchRule;
import dev.colonnade.testing.architecture.ModuleRules;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/**
 * Architecture rules of the client module: the protocol, the client above it, the JDBC driver on
 * top.
 */
class ClientArchitectureTest {
  private static final String PROTOCOL = "dev.colonnade.protocol..";
  private static final String CLIENT = "dev.colonnade.client..";
  private static final String JDBC = "dev.colonnade.jdbc..";

  private static final JavaClasses CLASSES = ModuleRules.mainClasses();

  @Test
  void shouldHaveThreeTopLevelPackages() {
    assertThat(CLASSES)
        .hasSizeGreaterThan(2)
        .allSatisfy(
            type ->
                assertThat(type.getPackageName())
                    .matches("dev\\.colonnade\\.(protocol|client|jdbc)(\\..*)?"));
  }

  @Test
  void shouldKeepTheProtocolIndependent() {
    check(
        noClasses()
            .that()
            .resideInAPackage(PROTOCOL)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(CLIENT, JDBC));
  }

  @Test
  void shouldKeepTheClientIndependentOfTheDriver() {
    check(
        noClasses()
            .that()
            .resideInAPackage(CLIENT)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(JDBC));
  }

  @Test
  void shouldDependOnArrowVectorsInTheColumnarClientOnly() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(PROTOCOL, JDBC)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.arrow.vector..", "org.apache.arrow.memory.."));
  }

  @Test
  void shouldDescribeEveryPackage() {
    assertThat(CLASSES)
        .extracting(JavaClass::getPackage)
        .allSatisfy(
            (JavaPackage javaPackage) ->
                assertThat(javaPackage.isAnnotatedWith(NullMarked.class))
                    .as(javaPackage.getName())
                    .isTrue());
  }

  @Test
  void shouldNameConceptsAndNotRoles() {
    check(
        noClasses()
            .should()
            .haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager|Impl)([A-Z$].*)?"));
  }

  @Test
  void shouldKeepNoStaticMutableState() {
    check(fields().that().areStatic().should().beFinal());
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(CLASSES);
  }
}
