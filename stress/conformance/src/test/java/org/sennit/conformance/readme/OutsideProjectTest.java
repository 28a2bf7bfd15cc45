package org.sennit.conformance.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 120)
class OutsideProjectTest {
    private static final String POM = """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>outside</groupId>
          <artifactId>outside</artifactId>
          <version>1</version>
          <properties><maven.compiler.release>25</maven.compiler.release></properties>
          <dependencyManagement><dependencies><dependency>
            <groupId>org.sennit</groupId>
            <artifactId>sennit-bom</artifactId>
            <version>0.1.0-SNAPSHOT</version>
            <type>pom</type>
            <scope>import</scope>
          </dependency></dependencies></dependencyManagement>
          <dependencies><dependency>
            <groupId>org.sennit</groupId>
            <artifactId>sennit</artifactId>
          </dependency></dependencies>
          <build><pluginManagement><plugins>
            <plugin><artifactId>maven-resources-plugin</artifactId><version>%s</version></plugin>
            <plugin><artifactId>maven-compiler-plugin</artifactId><version>%s</version></plugin>
            <plugin><artifactId>maven-dependency-plugin</artifactId><version>%s</version></plugin>
          </plugins></pluginManagement></build>
        </project>
        """;

    private static final String PROGRAM = """
        import org.sennit.Job;

        public class Outside {
            public static void main(String[] args) {
                Job.run(3, endpoint -> {
                    int[] sum = {endpoint.world().rank()};
                    int[] all = new int[3];
                    endpoint.world().allgather(sum, all);
                    if (sum[0] == 2) {
                        System.out.println(all[0] + " " + all[1] + " " + all[2]);
                    }
                });
            }
        }
        """;

    @TempDir
    Path folder;

    @Test
    void aProjectThatDependsOnSennitAloneRunsAJob() throws Exception {
        assumeTrue(OutsideProject.hasJars(), "mvn verify makes the jars; mvn test does not");
        OutsideProject project = new OutsideProject(folder);
        project.install();
        project.write(
                "pom.xml",
                POM.formatted(
                        System.getProperty("plugin.resources"),
                        System.getProperty("plugin.compiler"),
                        System.getProperty("plugin.dependency")));
        project.write("src/main/java/Outside.java", PROGRAM);

        assertEquals("", project.maven("compile", "dependency:build-classpath", "-Dmdep.outputFile=classpath"));

        ChildJvm.Result result = new ChildJvm("Outside")
                .classPath(List.of(
                        folder.resolve("target/classes"),
                        Path.of(Files.readString(folder.resolve("classpath")).strip())))
                .run()
                .assertSilentSuccess();
        assertEquals("0 1 2", result.out().strip());
    }
}
