package dev.colonnade;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Rules between core, client and server: the first two meet in the third only. */
class ProjectArchitectureTest {
  private static final String SERVER = "dev.colonnade.server..";
  private static final String SHELL = "dev.colonnade.shell..";
  private static final String[] CLIENT = {
    "dev.colonnade.protocol..", "dev.colonnade.client..", "dev.colonnade.jdbc.."
  };
  private static final String[] CLIENT_AND_SERVER = {
    "dev.colonnade.protocol..", "dev.colonnade.client..", "dev.colonnade.jdbc..", SERVER, SHELL
  };

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("testing/"))
          .withImportOption(location -> !location.contains("colonnade-testing"))
          .importPackages("dev.colonnade");

  @Test
  void shouldImportAllModules() {
    assertThat(CLASSES)
        .extracting(JavaClass::getPackageName)
        .contains("dev.colonnade.error", "dev.colonnade.protocol", "dev.colonnade.server");
  }

  @Test
  void shouldKeepCoreFreeOfClientAndServer() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(CLIENT_AND_SERVER)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(CLIENT_AND_SERVER));
  }

  @Test
  void shouldKeepTheClientFreeOfCoreAndServer() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(CLIENT)
            .should()
            .dependOnClassesThat(
                resideInAPackage("dev.colonnade..").and(resideOutsideOfPackages(CLIENT))));
  }

  @Test
  void shouldKeepTheStoreBehindItsInterfaces() {
    check(
        noClasses()
            .that()
            .resideInAPackage(SERVER)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.rocksdb..", "dev.colonnade.jdbc.."));
  }

  @Test
  void shouldDescribeEveryPackage() {
    assertThat(CLASSES)
        .extracting(JavaClass::getPackage)
        .allSatisfy(
            (JavaPackage name) ->
                assertThat(name.isAnnotatedWith(NullMarked.class)).as(name.getName()).isTrue());
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
